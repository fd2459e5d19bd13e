import { expect, test } from 'vitest';
import type { Certificate } from '../../api.ts';
import { findKnown, rowsOf, sentOf } from './price-batch.ts';

const item = (content: string, name = content) => ({ sha256: content.repeat(64), file_name: `${name}.pdf` });
const certificate = (id: string) => ({ id }) as Certificate;

test('a file that has a certificate, or that is twice in the list, is sent only when that is asked for', () => {
  const items = [item('a'), item('b'), item('a', 'copy'), item('b', 'copy')];
  const rows = rowsOf(items, new Map([[item('b').sha256, certificate('cert_1')]]));
  expect(rows.map(({ standing }) => standing)).toEqual(['new', 'known', 'twin', 'twin']);
  expect(rows[1]?.known?.id).toBe('cert_1');
  expect(sentOf(rows, false, new Map())).toEqual([items[0]]);
  expect(sentOf(rows, true, new Map())).toEqual(items);
});

test('a title goes with its file; an empty one leaves the name of the file', () => {
  const rows = rowsOf([item('a'), item('b')], new Map());
  const titles = new Map([
    [0, '  Contrato '],
    [1, ' '],
  ]);
  expect(sentOf(rows, false, titles)).toEqual([{ ...item('a'), title: 'Contrato' }, item('b')]);
});

test('each fingerprint is looked up once, five hundred at a time, and its newest certificate is kept', async () => {
  const items = Array.from({ length: 1_001 }, (_, i) => ({
    sha256: i.toString(16).padStart(64, '0'),
    file_name: `${i}.pdf`,
  }));
  const asked: number[] = [];
  const known = await findKnown([...items, ...items], async (hashes) => {
    asked.push(hashes.length);
    return hashes.map((hash) => ({
      hash,
      certificates: hash === items[700]?.sha256 ? [certificate('newest'), certificate('older')] : [],
    }));
  });
  expect(asked).toEqual([500, 500, 1]);
  expect([...known]).toEqual([[items[700]?.sha256, certificate('newest')]]);
});
