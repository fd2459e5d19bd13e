import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: { title: 'Course', emptyTitle: 'Nothing here yet', empty: 'This course will be shown here.' },
  es: { title: 'Curso', emptyTitle: 'Aún no hay nada aquí', empty: 'Aquí se mostrará este curso.' },
});
