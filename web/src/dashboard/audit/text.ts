import { defineText } from '../../i18n/use-text.ts';

export const TEXT = defineText({
  en: { title: 'Audit log' },
  es: { title: 'Bitácora' },
});
