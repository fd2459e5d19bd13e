/** Every regular expression that is applied to callers' text takes linear time. */

import { expect, test } from 'vitest';
import { expressionsIn, findHurting } from '../harness/regular-expressions.ts';
import { codeOf, sourceFiles, textOf } from './source-files.ts';

const FILES = ['server/src', 'proof/src', 'rules/src'].flatMap(sourceFiles);
const FOUND = FILES.flatMap((file) => expressionsIn(file, textOf(file)));

/** Expressions that are only applied to text of our own or of an operator. */
const NOT_OF_CALLERS = {
  'server/src/api/code-samples.ts': 'examples that we write',
  'server/src/cli/mirror.ts': 'an argument of the command',
  'server/src/cli/monitor.ts': 'an argument of the command',
  'server/src/files/settings.ts': 'a setting',
  'server/src/proofs/constancia/pdf-sections.ts': 'a number that we write',
};

/** Expressions that the program puts together from parts, so they cannot be measured here. */
const PUT_TOGETHER = {
  'proof/src/encoding/xml-reader.ts': 'tags, each matched once where it begins (`y`)',
  'server/src/certificates/upload/upload-text.ts': 'a media type, of 255 characters at most',
  'server/src/database/replica/open-replica.ts': 'names of our own functions',
  'server/src/database/statements/statement-kind.ts': 'names of our own functions',
  'server/src/http/bodies/content-digest.ts': 'a header, whose members each separator tells apart',
  'server/src/http/csv.ts': 'each stands at the start, or is one character',
  'server/src/http/route-table.ts': 'addresses of our own routes',
};

test.for([
  ['(a+)+$', 'exponential'],
  ['^(?:a|a)*$', 'exponential'],
  ['\\/+$', 'quadratic'],
  ['\\s*,', 'quadratic'],
  ['^\\d+\\.?\\d*$', 'quadratic'],
] as const)('P106 /%s/ would be noticed as %s', ([pattern]) => {
  expect(findHurting({ file: '', pattern, flags: '' })).toBeTypeOf('string');
});

test.for(['^[a-z]+$', '(?<!\\/)\\/+$', '^\\d+(?:\\.\\d*)?$', '[^"]*"'])('/%s/ may be linear', (pattern) => {
  expect(findHurting({ file: '', pattern: `^${pattern}`, flags: '' })).toBeUndefined();
});

test('P106 every regular expression takes at most 12 times as long for a text that is 8 times as long', {
  timeout: 180_000,
}, () => {
  expect(FOUND.length).toBeGreaterThan(300);
  const looked = FOUND.filter(({ file }) => !Object.hasOwn(NOT_OF_CALLERS, file));
  const slow = looked.flatMap((one) => {
    const text = findHurting(one);
    return text === undefined ? [] : [`${one.file} /${one.pattern}/${one.flags} for ${JSON.stringify(text)}`];
  });
  expect(slow).toEqual([]);
});

test('P106 an expression that is built from parts says why it is linear', () => {
  const places = FILES.filter((file) => /\bRegExp\(/.test(codeOf(file)));
  expect(places.sort()).toEqual(Object.keys(PUT_TOGETHER).sort());
});
