import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

let url: string;

test.beforeAll(async ({ sello }) => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, '0123456789');
  url = (await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key })).body.proof.url;
});

test.for(['bytes=10-', 'bytes=10-20', 'bytes=5-4', 'bytes=-0', `bytes=${'9'.repeat(30)}-`])(
  '%s is outside the file, and the answer states its size',
  async (range, { sello }) => {
    const answer = await sello.call('GET', url, { headers: { range } });
    expect([answer.status, answer.text]).toEqual([416, '']);
    expect(answer.headers['content-range']).toBe('bytes */10');
  },
);
