import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    title: 'Memberships',
    emptyTitle: 'Nothing here yet',
    empty: 'Standings and terms that end soon will be shown here.',
  },
  es: {
    title: 'Membresías',
    emptyTitle: 'Aún no hay nada aquí',
    empty: 'Aquí se mostrarán la vigencia de los miembros y los periodos por terminar.',
  },
});
