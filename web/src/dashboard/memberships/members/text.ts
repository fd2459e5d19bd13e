import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: { title: 'Members', emptyTitle: 'Nothing here yet', empty: 'Members will be shown here.' },
  es: { title: 'Miembros', emptyTitle: 'Aún no hay nada aquí', empty: 'Aquí se mostrarán los miembros.' },
});
