import type { Text } from '../kernel/errors.ts';

export type Language = keyof Text;

/** The language of an answer: English, or Spanish for callers that prefer it (RFC 9110 §12.5.4). */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  // A header this long does not state a person's preference, so it is ignored.
  if (acceptLanguage === undefined || acceptLanguage.length > 500) return 'en';
  return weightOf('es', acceptLanguage) > weightOf('en', acceptLanguage) ? 'es' : 'en';
}

function weightOf(language: Language, header: string): number {
  let weight = 0;
  for (const range of header.toLowerCase().split(',')) {
    const [tag = '', ...params] = range.split(';').map((part) => part.trim());
    if (tag !== language && !tag.startsWith(`${language}-`)) continue;
    const quality = Number(params.find((param) => param.startsWith('q='))?.slice(2) ?? 1);
    if (quality > weight) weight = quality;
  }
  return weight;
}
