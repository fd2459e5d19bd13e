/** A message states the same waiting time as `Retry-After`: `{wait}` in its text is filled from that header. */

import { expect, test } from 'vitest';
import { codeOf, SERVER, sourceFiles } from './source-files.ts';

/** Texts for people, in either language. */
const TEXT = /^\s*(en|es): (['"`])(.*)\2,?$/gm;

const A_WAIT =
  /\b(?:try again|wait|espere|intente)\b[^.;]*\s(?:\d+ |\$\{|a moment|a while|a few|later|un momento|un rato|unos |más tarde|cerca de)/i;

test.for([
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the source.
  'Wait ${seconds} s, or raise the limit.',
  'Please try again later.',
  'Intente de nuevo en unos segundos.',
  'Espere 30 segundos.',
])('"%s" would be noticed', (text) => {
  expect(text).toMatch(A_WAIT);
});

const texts = sourceFiles(SERVER).flatMap((file) =>
  [...codeOf(file).matchAll(TEXT)].map(([, language = '', , text = '']) => ({ file, language, text })),
);

test('the check finds texts', () => {
  expect(texts.length).toBeGreaterThan(500);
});

test('no text states a wait of its own', () => {
  expect(texts.filter(({ text }) => A_WAIT.test(text))).toEqual([]);
});

test('a text with a wait has it in both languages, in a file that gives the seconds', () => {
  const withWait = Map.groupBy(
    texts.filter(({ text }) => text.includes('{wait}')),
    ({ file }) => file,
  );
  expect(withWait.size).toBeGreaterThan(10);
  for (const [file, found] of withWait) {
    const counts = ['en', 'es'].map((language) => found.filter((one) => one.language === language).length);
    expect([file, counts[0]]).toEqual([file, counts[1]]);
    expect([file, /retryAfterSeconds|notReady\(|claimMails\(/.test(codeOf(file))]).toEqual([file, true]);
  }
});
