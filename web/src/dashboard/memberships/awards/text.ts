import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    title: 'Awards',
    emptyTitle: 'Nothing here yet',
    empty: 'Awards that wait for a decision will be shown here.',
  },
  es: {
    title: 'Acreditaciones',
    emptyTitle: 'Aún no hay nada aquí',
    empty: 'Aquí se mostrarán las acreditaciones por resolver.',
  },
});
