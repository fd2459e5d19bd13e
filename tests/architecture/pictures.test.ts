/** The pictures of the README: those that the script takes, no more and no fewer. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, ROOT, textOf } from './source-files.ts';

const FOLDER = 'docs/pictures';
const SCRIPT = codeOf('scripts/screenshots.ts');

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort();

test('the README shows each picture that the script takes, and no other', () => {
  const taken = found(SCRIPT, /\{ name: '([a-z-]+)', path: /g);
  expect(taken.length).toBeGreaterThan(3);
  expect(found(textOf('README.md'), /!\[[^\]]{10,}\]\(docs\/pictures\/([a-z-]+)\.webp\)/g)).toEqual(taken);
  expect(readdirSync(path.join(ROOT, FOLDER)).sort()).toEqual(taken.map((name) => `${name}.webp`));
});

test('each is a WebP within the size that the script allows', () => {
  const most = Number(/MOST_BYTES = ([\d_]+)/.exec(SCRIPT)?.[1]?.replaceAll('_', ''));
  for (const name of readdirSync(path.join(ROOT, FOLDER))) {
    const bytes = readFileSync(path.join(ROOT, FOLDER, name));
    expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 12)], name).toEqual(['RIFF', 'WEBP']);
    // The length that the header of the file states: a picture that was cut off has fewer bytes.
    expect(bytes.readUInt32LE(4) + 8, name).toBe(bytes.length);
    expect(bytes.length, name).toBeLessThanOrEqual(most);
  }
});
