import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { envExample, withTable } from '../../scripts/write-docs.ts';

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');

test('README and .env.example list the settings that the code reads', async () => {
  const readme = await read('README.md');
  expect(withTable(readme)).toBe(readme);
  expect(await read('.env.example')).toBe(envExample());
});
