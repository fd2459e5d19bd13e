/** The language and theme of a page's reader: their own choice, or what their browser asks for. */

import type { FastifyRequest } from 'fastify';
import type { Language } from '../language.ts';
import { preferredLanguage } from '../language.ts';

export type PageReader = {
  language: Language;
  /** Undefined: the system's theme. */
  theme: 'light' | 'dark' | undefined;
};

/**
 * `?lang=` takes precedence over the earlier choice (a cookie that the pages write), and that over the
 * browser's languages.
 */
export function pageReader(request: FastifyRequest): PageReader {
  const { cookie } = request.headers;
  const asked = (request.query as { lang?: unknown } | undefined)?.lang;
  return {
    language:
      oneOf(['es', 'en'], asked) ??
      oneOf(['es', 'en'], cookieValue(cookie, 'language')) ??
      byBrowser(request),
    theme: oneOf(['light', 'dark'], cookieValue(cookie, 'theme')),
  };
}

/** Spanish if the browser asks for neither language: most readers speak it. */
function byBrowser(request: FastifyRequest): Language {
  const header = request.headers['accept-language'] ?? '';
  return /\ben\b/i.test(header) ? preferredLanguage(header) : 'es';
}

function cookieValue(cookie: string | undefined, name: string): string | undefined {
  const pair = cookie?.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

function oneOf<const T extends string>(words: readonly T[], given: unknown): T | undefined {
  return words.find((word) => word === given);
}
