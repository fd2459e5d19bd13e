import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../web/src');
const ORDER = '@layer tokens, base, controls, surfaces, pages';

/** The first loaded sheet that names a layer sets the order, and the build decides which sheet is loaded first. */
test('every sheet that puts others into layers says first in which order the layers apply', async () => {
  const without: string[] = [];
  let layered = 0;
  for await (const file of glob('**/*.css', { cwd: ROOT })) {
    const text = (await readFile(path.join(ROOT, file), 'utf8')).replace(/\/\*.*?\*\//gs, '').trimStart();
    if (!/@import [^;]*layer\(/.test(text)) continue;
    layered += 1;
    const rules = text.split(';').map((rule) => rule.trim());
    const first = rules.find((rule) => !rule.endsWith('typeface.css"'));
    if (!first?.startsWith(ORDER) && !/@import "[./]*ui\/ui\.css"$/.test(first ?? '')) without.push(file);
  }
  expect(without).toEqual([]);
  expect(layered).toBeGreaterThan(4);
});
