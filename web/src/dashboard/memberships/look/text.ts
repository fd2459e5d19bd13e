import { defineText } from '../../../i18n/use-text.ts';

export const TEXT = defineText({
  en: {
    title: 'Council look',
    emptyTitle: 'Nothing here yet',
    empty: 'Logo, colours and signatures will be set here.',
  },
  es: {
    title: 'Imagen del consejo',
    emptyTitle: 'Aún no hay nada aquí',
    empty: 'Aquí se ajustarán el logotipo, los colores y las firmas.',
  },
});
