import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

const erase = (id: string, key?: string) => sello.call('DELETE', `${API}/certificates/${id}/file`, { key });

test('a certificate of another account, of the other mode, or none: the same answer, and nothing is erased', async () => {
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
