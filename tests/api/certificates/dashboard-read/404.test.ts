import { signUp } from '../../../harness/dashboard-person.ts';
import { certifyAs } from '../../../harness/dashboard-upload.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import type { TestAnswer } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('owner', FILE, ({ sello }) => signUp(sello))
  .extend('stranger', FILE, ({ sello }) => signUp(sello));

const addressesOf = (id: string) =>
  ['', '?mode=live', '?mode=test']
    .map((query) => `/certificates/${id}${query}`)
    .concat(
      ['file', 'nom151', 'blockchain', 'bundle', 'constancia', 'court'].map(
        (type) => `/certificates/${id}/proof?type=${type}`,
      ),
      [`/certificates/${id}/qr`, `/certificates/${id}/qr?format=png&download=1`],
    );

function visible({ status, headers, text }: TestAnswer) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { status, headers: rest, text };
}

test("P20 another account's certificate looks nonexistent at every address of the dashboard", async ({
  sello,
  owner,
  stranger,
}) => {
  const { id } = await certifyAs(owner, 'secret plans', { mode: 'test' });
  const unknown = addressesOf(sello.ports.newId('cert'));
  for (const language of ['en', 'es']) {
    for (const [i, address] of addressesOf(id).entries()) {
      const headers = { 'accept-language': language };
      const answer = await stranger.call('GET', address, undefined, headers);
      expectRefusal(answer, 404, 'not_found');
      const reference = await stranger.call('GET', unknown[i]!, undefined, headers);
      expect(visible(answer), address).toEqual(visible(reference));
    }
  }
});

test('P20 another account’s certificate is in no list or usage count', async ({ owner, stranger }) => {
  await certifyAs(owner, 'theirs', { mode: 'test', fields: { title: 'Plan secreto' } });
  const { body } = await stranger.call('GET', '/certificates?mode=test&q=secreto');
  expect(body.pagination.total).toBe(0);
  const { days, keys, month } = (await stranger.call('GET', '/usage')).body;
  expect([keys, month]).toEqual([[], { requests: 0, certificates: 0, test_certificates: 0 }]);
  expect(days.every(({ certificates }: { certificates: number }) => certificates === 0)).toBe(true);
});

test('a malformed id is not found either', async ({ owner }) => {
  for (const id of ['x', 'cert_', `cert_${'0'.repeat(22)}x`, '%00', '..%2f..']) {
    expectRefusal(await owner.call('GET', `/certificates/${id}`), 404, 'not_found');
  }
});
