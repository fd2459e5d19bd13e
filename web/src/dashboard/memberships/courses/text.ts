import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: { title: 'Courses', emptyTitle: 'Nothing here yet', empty: 'Courses will be shown here.' },
  es: { title: 'Cursos', emptyTitle: 'Aún no hay nada aquí', empty: 'Aquí se mostrarán los cursos.' },
});
