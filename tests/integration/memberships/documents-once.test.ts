/** The answer to a request for a document was lost, as by a kill after the certificate was made. */

import { expect, test } from 'vitest';
import { approvedAward } from '../../harness/documents.ts';
import { forFile } from '../../harness/for-file.ts';
import { openProgramCouncil } from '../../harness/program-council.ts';
import { shareSello } from '../../harness/shared-sello.ts';
import { API } from '../../harness/test-sello.ts';

const sello = forFile(shareSello);
const caller = forFile(() => sello.newAccount());
const council = forFile(() => openProgramCouncil(sello, caller.key));

const ask = async (path: string, payload: object, idempotencyKey: string) => {
  const headers = { 'idempotency-key': idempotencyKey };
  const answer = await sello.call('POST', `${API}${path}`, { key: caller.key, payload, headers });
  expect(answer.status, answer.text).toBe(201);
  return answer;
};

const loseAnswers = () =>
  sello.database.query('delete from idempotency_keys where account_id = $1', [caller.account.id]);

test('a retry for a transcript gets the existing certificate', async () => {
  const { member_id } = await approvedAward(council);
  const path = `/members/${member_id}/transcript`;
  const first = await ask(path, {}, 'one');
  await loseAnswers();
  const left = await sello.certificatesLeft(caller.account);
  const again = await ask(path, {}, 'one');
  expect(again.headers['idempotent-replayed']).toBeUndefined();
  expect(again.body.certificate.id).toBe(first.body.certificate.id);
  expect(await sello.certificatesLeft(caller.account)).toBe(left);
  expect((await ask(path, {}, 'two')).body.certificate.id).not.toBe(first.body.certificate.id);
});

test('a retry for a reissued diploma gets the existing folio', async () => {
  const award = await approvedAward(council);
  const path = `/awards/${award.id}/diploma`;
  await ask(path, {}, 'first');
  const wanted = { reissue: true, reason: 'Corrección del apellido.' };
  const { diploma } = (await ask(path, wanted, 'anew')).body;
  await loseAnswers();
  expect((await ask(path, wanted, 'anew')).body.diploma.folio).toBe(diploma.folio);
});

test('after a day the key is forgotten, and another document is made', async () => {
  const { member_id } = await approvedAward(council);
  const path = `/members/${member_id}/transcript`;
  const first = await ask(path, {}, 'kept-a-day');
  sello.advance(25 * 3_600_000);
  const later = await ask(path, {}, 'kept-a-day');
  expect(later.body.certificate.id).not.toBe(first.body.certificate.id);
});
