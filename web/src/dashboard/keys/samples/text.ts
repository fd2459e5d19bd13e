import { defineText } from '../../../i18n/use-text.ts';

/** The small file that the samples certify. */
export const SAMPLE_TEXT = defineText({
  en: { title: 'My first certificate', fileName: 'hello.txt', content: 'Hello, Sello' },
  es: { title: 'Mi primer certificado', fileName: 'hola.txt', content: 'Hola, Sello' },
});
