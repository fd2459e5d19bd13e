/** Size of a first visit: a page opened on a phone with a slow connection must be small. */

import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type EntryName, openWebAssets, WEB_FOLDER } from '../../../server/src/http/pages/web-assets.ts';

test.each([
  ['dashboard', 150_000],
  ['certificate-page', 60_000],
  ['my-page', 100_000],
] as const)('the first load of the %s stays below %i bytes, compressed', async (name, maxBytes) => {
  for (const packing of ['br', 'gz'] as const) {
    const sizes = await firstLoad(name, packing);
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(total, `${packing}: ${JSON.stringify(sizes)}`).toBeLessThan(maxBytes);
  }
});

test.each(['front-page', 'certificate-page', 'verify-page'] as const)(
  'with the typeface, the %s loads less than 50000 bytes besides its HTML',
  async (name) => {
    const { fonts } = (await openWebAssets()).entry(name);
    expect(fonts).toHaveLength(1);
    const sizes = [...(await firstLoad(name, 'br')), ...(await sizesOf(fonts, 'br'))];
    expect(
      sizes.reduce((sum, { bytes }) => sum + bytes, 0),
      JSON.stringify(sizes),
    ).toBeLessThan(50_000);
  },
);

/** The script, its static imports, and their style sheets. */
async function firstLoad(name: EntryName, packing: 'br' | 'gz') {
  const { script, imports, styles } = (await openWebAssets()).entry(name);
  return sizesOf([script, ...imports, ...styles], packing);
}

function sizesOf(files: readonly string[], packing: 'br' | 'gz') {
  return Promise.all(files.map(async (file) => ({ file, bytes: await packedSize(file, packing) })));
}

/** Small files have no compressed copy and are sent as they are. */
async function packedSize(file: string, packing: string): Promise<number> {
  const packed = await stat(`${WEB_FOLDER}${file}.${packing}`).catch(() => undefined);
  return packed?.size ?? (await readFile(`${WEB_FOLDER}${file}`)).length;
}
