/** The rule engine is a pure function that may run anywhere: without clock, randomness, Node or parts of the server. */

import { expect, test } from 'vitest';
import { importsOf, sourceFiles, textOf } from './source-files.ts';

const ENGINE = sourceFiles('rules/src');

test('the check finds the engine', () => {
  expect(ENGINE.length).toBeGreaterThan(15);
});

test.for(ENGINE)('%s imports only the engine', (file) => {
  expect(importsOf(file).filter((target) => !ENGINE.includes(target))).toEqual([]);
});

test.for(ENGINE)('%s uses no clock, randomness or process', (file) => {
  expect(
    textOf(file).match(/\b(?:Date|Math\.random|process|performance|crypto|Intl|Buffer)\b[.(]/g) ?? [],
  ).toEqual([]);
});
