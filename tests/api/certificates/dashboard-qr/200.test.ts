import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openAnchoredSello);

test('the QR code holds the public address, as SVG or PNG, inline or as a download', async ({
  world,
  person,
}) => {
  const made = await certifyAs(person, 'coded', { mode: 'test' });
  const get = (query: string) => person.call('GET', `/certificates/${made.id}/qr${query}`);
  const svg = await get('');
  expect([svg.status, svg.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(svg.headers['content-disposition']).toBeUndefined();
  const png = await get('?format=png&download=1');
  expect(png.headers['content-type']).toBe('image/png');
  expect(png.headers['content-disposition']).toBe(`attachment; filename="${made.id}-qr.png"`);
  const file = path.join(world.sello.dataDir, 'qr.png');
  await writeFile(file, png.bytes);
  const { stdout } = await promisify(execFile)('zbarimg', ['--quiet', '--raw', file]);
  expect(stdout.trim()).toBe(made.qr_verification_url);
  expect((await get('?format=svg&download=1')).headers['content-disposition']).toContain('-qr.svg');
});
