import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: { title: 'Member', emptyTitle: 'Nothing here yet', empty: 'This member will be shown here.' },
  es: { title: 'Miembro', emptyTitle: 'Aún no hay nada aquí', empty: 'Aquí se mostrará este miembro.' },
});
