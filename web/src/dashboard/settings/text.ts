import { defineText } from '../../i18n/use-text.ts';

export const TEXT = defineText({
  en: { title: 'Settings' },
  es: { title: 'Configuración' },
});
