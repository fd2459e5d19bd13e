/** The language and theme for the reader of a page: the reader's earlier choice, or the browser's preference. */

import type { FastifyRequest } from 'fastify';
import type { Language } from '../language.ts';
import { preferredLanguage } from '../language.ts';

export type PageReader = {
  language: Language;
  /** The chosen theme; undefined means the theme of the reader's system. */
  theme: 'light' | 'dark' | undefined;
};

/**
 * Finds out the reader's language and theme. `?lang=` comes first, then the earlier choice (in a cookie that the
 * pages write), then the languages of the browser.
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

/** The language that the browser asks for. If it asks for neither, it is Spanish, which most readers speak. */
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
