/**
 * The vocabularies that badges are written in, as pinned copies (see `contexts/README.md`). No other vocabulary is ever
 * loaded.
 */

import learnerRecords from './contexts/clr-2.0.1.json' with { type: 'json' };
import credentials from './contexts/credentials-v2.json' with { type: 'json' };
import openBadges from './contexts/open-badges-3.0.3.json' with { type: 'json' };
import extensions from './contexts/open-badges-extensions.json' with { type: 'json' };

export const CREDENTIALS_V2 = 'https://www.w3.org/ns/credentials/v2';

/** The order matters: later contexts build on earlier ones. */
export const BADGE_CONTEXTS = [
  CREDENTIALS_V2,
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json',
] as const;

/** The contexts of a Comprehensive Learner Record, in the order that CLR 2.0 requires. */
export const RECORD_CONTEXTS = [
  CREDENTIALS_V2,
  'https://purl.imsglobal.org/spec/clr/v2p0/context-2.0.1.json',
  BADGE_CONTEXTS[1],
  BADGE_CONTEXTS[2],
] as const;

const PINNED: ReadonlyMap<string, object> = new Map<string, object>([
  [BADGE_CONTEXTS[0], credentials],
  [BADGE_CONTEXTS[1], openBadges],
  [BADGE_CONTEXTS[2], extensions],
  [RECORD_CONTEXTS[1], learnerRecords],
]);

/** Whether a pinned context has a word with this IRI. */
export function isKnownWord(iri: string): boolean {
  return WORDS.has(iri);
}

const WORDS: ReadonlySet<string> = new Set([...PINNED.values()].flatMap(irisIn));

function irisIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(irisIn) : [];
}

/** A document in the form that JSON-LD libraries expect; `static` allows them to cache the processed context. */
type LoadedContext = { contextUrl: null; documentUrl: string; document: object; tag: 'static' };

/** Rejects every other address: a credential must not make us send a request. */
export async function loadContext(url: string): Promise<LoadedContext> {
  const document = PINNED.get(url);
  if (document === undefined) throw new UnknownContext(url);
  return { contextUrl: null, documentUrl: url, document, tag: 'static' };
}

export class UnknownContext extends Error {
  readonly url: string;

  constructor(url: string) {
    super(`The context ${url.slice(0, 200)} is none of those known here`);
    this.name = 'UnknownContext';
    this.url = url;
  }
}
