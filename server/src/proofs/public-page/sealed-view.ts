/** The links from a PDF to its sealed copy (with a time stamp inside), and back. */

import type { Language } from '../../http/language.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { fact } from './facts-view.ts';
import type { PublicRecord } from './public-record.ts';

const WORDS = {
  es: {
    copy: 'Copia sellada',
    toCopy: 'Este PDF con un sello de tiempo dentro',
    original: 'Original',
    toOriginal: 'El PDF del que se hizo esta copia sellada',
  },
  en: {
    copy: 'Sealed copy',
    toCopy: 'This PDF with a time stamp inside',
    original: 'Original',
    toOriginal: 'The PDF of which this is the sealed copy',
  },
} as const;

export function sealedFacts({ sealed, sealed_from: original }: PublicRecord, language: Language): Html {
  const words = WORDS[language];
  const link = (name: string, says: string, url: string) =>
    fact(name, html`<a href="${url}?lang=${language}">${says}</a>`);
  return html`${sealed !== null && link(words.copy, words.toCopy, sealed.url)}${original !== null && link(words.original, words.toOriginal, original.url)}`;
}
