import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: { title: 'Import members', emptyTitle: 'Nothing here yet', empty: 'Members will be imported here.' },
  es: {
    title: 'Importar miembros',
    emptyTitle: 'Aún no hay nada aquí',
    empty: 'Aquí se importarán los miembros.',
  },
});
