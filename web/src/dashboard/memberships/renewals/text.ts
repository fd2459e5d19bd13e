import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: { title: 'Renewals', emptyTitle: 'Nothing here yet', empty: 'Renewals will be shown here.' },
  es: {
    title: 'Renovaciones',
    emptyTitle: 'Aún no hay nada aquí',
    empty: 'Aquí se mostrarán las renovaciones.',
  },
});
