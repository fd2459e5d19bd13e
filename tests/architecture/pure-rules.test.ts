/** The rule engine is a pure function that may run anywhere: no clock, no chance, no Node, nothing of the server. */

import { expect, test } from 'vitest';
import { importsOf, SERVER, sourceFiles, textOf } from './source-files.ts';

const FOLDER = `${SERVER}/memberships/rules`;
/** The shapes for the routes stand beside the engine; nothing of the engine may import them. */
const SCHEMAS = [`${FOLDER}/rules-schema.ts`, `${FOLDER}/evaluation-schema.ts`];
const ENGINE = sourceFiles(FOLDER).filter((file) => !SCHEMAS.includes(file));

test('the engine is found at all', () => {
  expect(ENGINE.length).toBeGreaterThan(15);
});

test.for(ENGINE)('%s imports only the engine', (file) => {
  expect(importsOf(file).filter((target) => !ENGINE.includes(target))).toEqual([]);
});

test.for(ENGINE)('%s knows no clock, chance or process', (file) => {
  expect(
    textOf(file).match(/\b(?:Date|Math\.random|process|performance|crypto|Intl|Buffer)\b[.(]/g) ?? [],
  ).toEqual([]);
});
