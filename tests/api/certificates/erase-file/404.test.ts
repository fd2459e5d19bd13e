import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'erase',
  ({ sello }) =>
    (id: string, key?: string) =>
      sello.call('DELETE', `${API}/certificates/${id}/file`, { key }),
);

test('a certificate of another account or the other mode gets the same answer as an unknown one, and nothing is erased', async ({
  sello,
  erase,
}) => {
  const [mine, theirs] = [await sello.newAccount(), await sello.newAccount()];
  const { key: testKey } = await sello.newKey(mine.account, { mode: 'test' });
  const { id } = await sello.certify(mine.key);
  const answers = [
    await erase(id, theirs.key),
    await erase(id, testKey),
    await erase('cert_0000000000000000000000', mine.key),
    await erase('nonsense', mine.key),
  ];
  for (const answer of answers) {
    expectRefusal(answer, 404, 'not_found');
    expect(answer.text).toBe(answers[0]?.text);
  }
  expect(
    (await sello.call('GET', `${API}/certificates/${id}`, { key: mine.key })).body.certificate.file.stored,
  ).toBe(true);
});
