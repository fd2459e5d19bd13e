import { defineText } from '../../i18n/use-text.ts';

export const TEXT = defineText({
  en: { title: 'Usage' },
  es: { title: 'Uso' },
});
