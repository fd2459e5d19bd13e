/** Checks the texts of the pages: a sentence with a promise is shown only for accredited providers, or is a denial. */

import { expect, test } from 'vitest';
import { TEXT as audit } from './audit/text.ts';
import { TEXT as batches } from './certificates/batches/text.ts';
import { TEXT as certificate } from './certificates/certificate/text.ts';
import { TEXT as list } from './certificates/list/text.ts';
import { TEXT as quickStart } from './certificates/quick-start/text.ts';
import { SHEET_TEXT as sheet } from './certificates/upload/sheet-text.ts';
import { UPLOAD_TEXT as upload } from './certificates/upload/text.ts';
import { TEXT as keys } from './keys/text.ts';
import { TEXT as usage } from './keys/usage/text.ts';
import { TEXT as settings } from './people/settings/text.ts';
import { TEXT as signIn } from './people/sign-in/text.ts';
import { SHELL_TEXT as shell } from './shell/text.ts';
import { TEXT as webhooks } from './webhooks/text.ts';

const PROMISES =
  /legal value|valor legal|validez legal|NOM-151|constancia|nobody can|nadie puede|permanent|de forma definitiva|undone|deshacer/i;
const DENIALS = /\bnot?\b|n’t\b|\bsin\b|\bwithout\b/i;

const TABLES = {
  audit,
  batches,
  certificate,
  list,
  quickStart,
  sheet,
  upload,
  keys: withoutOwnActs(),
  usage,
  settings,
  signIn,
  shell,
  webhooks,
};

test.each(Object.entries(TABLES))(
  'the words of %s promise nothing that the settings may not bear out',
  (_, table) => {
    const unbacked = sentencesOf(table).filter(
      ({ path, sentence }) =>
        PROMISES.test(sentence) &&
        !DENIALS.test(sentence) &&
        // Shown only where the stamp, or every configured provider, is accredited.
        !path.some((key) => key.startsWith('accredited')),
    );
    expect(unbacked).toEqual([]);
  },
);

test('a live key is described by what is configured', () => {
  for (const { form } of [keys.en, keys.es]) {
    expect(form.modes.live.hint).not.toMatch(PROMISES);
    expect(form.liveHints.notAccredited).toMatch(/no legal value|sin valor legal/);
  }
});

test('only what this operator cannot rewrite is called independent of them', () => {
  for (const text of [certificate.en, certificate.es]) {
    for (const words of [text.verdict.onChain.operator, text.explainFinal.operator, text.trust.operator])
      expect(words).toMatch(/not an independent witness|no es un testigo independiente/i);
  }
});

test('the log-in page claims proof only where every provider is accredited', () => {
  for (const { claims } of [signIn.en, signIn.es]) {
    const { accredited, ...others } = claims;
    expect(accredited).toMatch(/proof|prueba/i);
    expect(others.notAccredited).toMatch(/no legal value|sin valor legal/);
    for (const claim of Object.values(others)) expect(claim).not.toMatch(/existed|existía/);
  }
});

type Sentence = { path: readonly string[]; sentence: string };

function sentencesOf(value: unknown, path: readonly string[] = []): Sentence[] {
  if (typeof value === 'function') return sentencesOf(value('1', '2', '3'), path);
  if (typeof value === 'string')
    return value.split(/[.;:](?=\s)/).map((sentence) => ({ path, sentence: sentence.trim() }));
  return Object.entries(value as object).flatMap(([key, part]) => sentencesOf(part, [...path, key]));
}

/** Leaves out the texts for revoking a key: that this cannot be undone is no promise of ours. */
function withoutOwnActs() {
  const strip = ({ revoke, ...rest }: typeof keys.en) => rest;
  return { en: strip(keys.en), es: strip(keys.es) };
}
