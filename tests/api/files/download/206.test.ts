import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

let url: string;
const test = base.extend(
  'get',
  ({ sello }) =>
    (range: string) =>
      sello.call('GET', url, { headers: { range } }),
);

test.beforeAll(async ({ sello }) => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, '0123456789');
  url = (await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key })).body.proof.url;
});

test.for([
  ['bytes=0-0', '0', '0-0'],
  ['bytes=2-5', '2345', '2-5'],
  ['bytes=7-', '789', '7-9'],
  ['bytes=7-999', '789', '7-9'],
  ['bytes=-3', '789', '7-9'],
  ['bytes=-999', '0123456789', '0-9'],
  ['bytes=0-', '0123456789', '0-9'],
] as const)('%s gives only that part', async ([range, text, told], { get }) => {
  const answer = await get(range);
  expect([answer.status, answer.text]).toEqual([206, text]);
  expect(answer.headers['content-range']).toBe(`bytes ${told}/10`);
  expect(answer.headers['content-length']).toBe(String(text.length));
  expect(answer.headers['content-disposition']).toMatch(/^attachment/);
  expect(answer.headers['content-security-policy']).toContain('sandbox');
});

test.for(['bytes=0-1,3-4', 'lines=1-2', 'bytes', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes= 0-1', ''])(
  'an unsupported range (%s) gives the whole file',
  async (range, { get }) => {
    const answer = await get(range);
    expect([answer.status, answer.text]).toEqual([200, '0123456789']);
    expect(answer.headers['content-range']).toBeUndefined();
  },
);
