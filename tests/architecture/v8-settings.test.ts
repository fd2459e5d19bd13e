import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const PLACES = ['package.json', 'Dockerfile', 'deploy/sello.service', 'bench/sello-process.ts'];

test('wherever a server is started, V8 has the settings that the program itself names', async () => {
  const [line = ''] = (await readFile(path.join(ROOT, 'server/bin/sello.mjs'), 'utf8')).split('\n', 1);
  const settings = line.match(/--[\w-]+=\d+/g) ?? [];
  expect(settings.length).toBeGreaterThan(2);
  for (const place of PLACES) {
    const text = await readFile(path.join(ROOT, place), 'utf8');
    expect(
      settings.filter((setting) => !text.includes(setting)),
      place,
    ).toEqual([]);
  }
});
