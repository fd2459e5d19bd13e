/** A prepared statement is known by its name on each connection: if two statements share a name, the second fails. */

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../server/src', import.meta.url));
const TEXT = /`[^`]*`|'[^']*'|\w+/.source;
const NAME = /'([a-z][a-z0-9 -]*)'/.source;
/** `query(text, params, name)` */
const CALL = new RegExp(`\\bquery\\(\\s*(${TEXT})\\s*,\\s*(?:\\[[^\\]]*\\]|\\w+)\\s*,\\s*${NAME}`, 'g');

test('no two statements have the same name', () => {
  const texts = new Map<string, Set<string>>();
  for (const file of globSync('**/*.ts', { cwd: ROOT }).filter((name) => !name.endsWith('.test.ts'))) {
    const source = readFileSync(`${ROOT}/${file}`, 'utf8');
    for (const [, value = '', key = ''] of source.matchAll(CALL)) {
      // A constant of the same name in another file is a different constant.
      const shown = /^\w+$/.test(value) ? `${file} ${value}` : value;
      texts.set(key, (texts.get(key) ?? new Set()).add(shown));
    }
  }
  expect(texts.size).toBeGreaterThan(150);
  expect([...texts].filter(([, of]) => of.size > 1)).toEqual([]);
});
