import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    title: 'Programs',
    emptyTitle: 'Nothing here yet',
    empty: 'Programs and their rules will be shown here.',
  },
  es: {
    title: 'Programas',
    emptyTitle: 'Aún no hay nada aquí',
    empty: 'Aquí se mostrarán los programas y sus reglas.',
  },
});
