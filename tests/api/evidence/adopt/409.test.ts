import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { multipart } from '../../../harness/multipart.ts';
import { evidencePart, filePart, ISSUED_AT, sha256Of, trustOther } from '../../../harness/other-provider.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('other', FILE, ({ sello }) => trustOther(sello))
  .extend(
    'adopt',
    ({ sello }) =>
      (key: string, tsr: Uint8Array, content: string) =>
        sello.call('POST', `${API}/evidence/adopt`, {
          key,
          ...multipart([evidencePart(tsr), filePart(content)]),
        }),
  );

test('adopting the same constancia twice is refused with the id of the certificate that has it', async ({
  sello,
  other,
  adopt,
}) => {
  const caller = await sello.newAccount();
  const tsr = await other.stamp(sha256Of('twice'), ISSUED_AT);
  const first = await adopt(caller.key, tsr, 'twice');
  const before = await takeStock(sello, caller);
  const message = expectRefusal(await adopt(caller.key, tsr, 'twice'), 409, 'evidence_known');
  expect(message).toContain(first.body.certificate.id);
  expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
});

test('of ten adoptions at once, one succeeds', async ({ sello, other, adopt }) => {
  const caller = await sello.newAccount({ certificates: 20 });
  const tsr = await other.stamp(sha256Of('at once'), ISSUED_AT);
  const answers = await Promise.all(Array.from({ length: 10 }, () => adopt(caller.key, tsr, 'at once')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
  const { body } = await sello.call('GET', `${API}/account`, { key: caller.key });
  expect(body.account.certificates_left).toBe(19);
});

test('a stamp that was bought here is already known', async ({ sello, adopt }) => {
  const caller = await sello.newAccount();
  const { id } = await sello.certify(caller.key, 'bought');
  const url = `${API}/certificates/${id}/proof?type=nom151&format=raw`;
  const { bytes } = await sello.call('GET', url, { key: caller.key });
  // The embedded authority issued this stamp, and its stamps can never be adopted.
  expectRefusal(await adopt(caller.key, bytes, 'bought'), 422, 'evidence_invalid');
});

test('a taken external id uses nothing up', async ({ sello, other }) => {
  const caller = await sello.newAccount();
  const adoptAs = async (content: string) => {
    const tsr = await other.stamp(sha256Of(content), ISSUED_AT);
    const parts = [evidencePart(tsr), filePart(content), { name: 'external_id', value: 'one' }];
    return sello.call('POST', `${API}/evidence/adopt`, { key: caller.key, ...multipart(parts) });
  };
  expect((await adoptAs('first of its id')).status).toBe(201);
  expectRefusal(await adoptAs('second of its id'), 409, 'external_id_taken');
});
