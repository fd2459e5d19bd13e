import { defineText } from '../../../i18n/use-text.ts';

export const PALETTE_TEXT = defineText({
  en: {
    title: 'Search',
    hint: 'Certificates, members, courses, pages…',
    close: 'closes the search',
    results: 'Results',
    searching: 'Searching…',
    nothing: 'Nothing found.',
    groups: { pages: 'Pages', certificates: 'Certificates', members: 'Members', courses: 'Courses' },
  },
  es: {
    title: 'Buscar',
    hint: 'Certificados, miembros, cursos, páginas…',
    close: 'cierra la búsqueda',
    results: 'Resultados',
    searching: 'Buscando…',
    nothing: 'No se encontró nada.',
    groups: { pages: 'Páginas', certificates: 'Certificados', members: 'Miembros', courses: 'Cursos' },
  },
});
