/** P120: until a legal hold is lifted, nobody and no age limit erases what it covers. */

import { eraseExpiredFiles } from '../../../server/src/certificates/erasing/erase-files.ts';
import { assertNoHold, insertHold, lockAgainstErasing } from '../../../server/src/holds/pg-holds.ts';
import { OPERATOR } from '../../../server/src/kernel/actor.ts';
import type { AccountId, MemberId } from '../../../server/src/kernel/ids.ts';
import { forgetOldRows } from '../../../server/src/memberships/posted-tables/pg-postings.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { expectRefusal } from '../../harness/expect-refusal.ts';
import { holdsOf } from '../../harness/holds.ts';
import { fileForm } from '../../harness/multipart.ts';
import { API } from '../../harness/test-sello.ts';
import { testAlone as base, expect } from '../../harness/world.ts';

const DAY_MS = 86_400_000;

const test = base.extend('holds', ({ sello }) => holdsOf(sello));

const ARCO = { reason: 'ARCO' };

test('P120 age limits skip held files, erase the others, and apply again when the hold is lifted', async ({
  sello,
  holds,
}) => {
  const { key, account } = await sello.newAccount({ key: { mode: 'test' } });
  const [first, second, third] = [
    await sello.certify(key, 'held 1'),
    await sello.certify(key, 'not held'),
    await sello.certify(key, 'held 2'),
  ];
  const isStored = async ({ id }: { id: string }) =>
    (await sello.call('GET', `${API}/certificates/${id}`, { key })).body.certificate.file.stored;
  const hold = await holds.add(first.id);
  await holds.add(third.id);
  sello.advance(31 * DAY_MS);
  expect(await eraseExpiredFiles(sello.ports, sello.config)).toEqual({ marked: 1, removed: 1 });
  expect([await isStored(first), await isStored(second), await isStored(third)]).toEqual([true, false, true]);
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
  await holds.lift(hold.id);
  expect(await eraseExpiredFiles(sello.ports, sello.config)).toEqual({ marked: 1, removed: 1 });
  expect([await isStored(first), await isStored(third)]).toEqual([false, true]);
  await holds.add(account.id);
  await holds.lift(third.id);
  expect(await eraseExpiredFiles(sello.ports, sello.config)).toEqual({ marked: 0, removed: 0 });
  await holds.lift(account.id);
  expect(await eraseExpiredFiles(sello.ports, sello.config)).toEqual({ marked: 1, removed: 1 });
  expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
});

test('P120 an account under a hold cannot be closed, and nothing in it is erased', async ({
  council,
  holds,
  sello,
}) => {
  const member = await council.member();
  const { id } = await sello.certify(council.key, 'of the account');
  const hold = await holds.add(council.accountId, 'Confidencial: expediente 7');
  const close = () => sello.ports.accounts.close(council.accountId, sello.ports.now(), OPERATOR);
  await expect(close()).rejects.toMatchObject({ code: 'legal_hold' });
  for (const [method, path, body] of [
    ['POST', `/members/${member.id}/anonymise`, ARCO],
    ['DELETE', `/members/${member.id}`, undefined],
    ['DELETE', `/certificates/${id}/file`, undefined],
  ] as const) {
    const message = expectRefusal(await council.call(method, path, body), 409, 'legal_hold');
    expect(message).toContain(hold.since.toISOString().slice(0, 10));
    expect(message).not.toContain('expediente');
  }
  const audit = JSON.stringify(await sello.ports.audit.page(council.accountId, 200, undefined));
  expect(audit).toContain('hold.add');
  expect(audit).not.toContain('expediente');
  await holds.lift(council.accountId);
  await council.must('DELETE', `/members/${member.id}`);
  await council.must('DELETE', `/certificates/${id}/file`);
});

test("P120 a hold on a member covers the member's documents but not those of others, and a held document keeps its member", async ({
  council,
  holds,
}) => {
  const { certificate } = (await council.call('POST', '/certificates', undefined, fileForm('recibo de Ana')))
    .body;
  const { certificate: other } = (await council.call('POST', '/certificates', undefined, fileForm('otro')))
    .body;
  const program = await council.program();
  const member = await council.member();
  await council.membership({ member, program });
  await council.must('POST', '/awards', {
    member_id: member.id,
    activity: { title: 'Ponencia' },
    completed_on: council.today(-2),
    points: [{ program_id: program.id, category: 'emc', points: 3 }],
    evidence: [{ certificate_id: certificate.id }],
  });
  await holds.add(member.id);
  const erase = (id: string) => council.call('DELETE', `/certificates/${id}/file`);
  expectRefusal(await erase(certificate.id), 409, 'legal_hold');
  expect((await erase(other.id)).status).toBe(200);
  await holds.lift(member.id);
  await holds.add(certificate.id);
  expectRefusal(await council.call('POST', `/members/${member.id}/anonymise`, ARCO), 409, 'legal_hold');
  expect((await council.must('GET', `/members/${member.id}`)).member.given_name).toBe('Ana');
  await holds.lift(certificate.id);
  await council.must('POST', `/members/${member.id}/anonymise`, ARCO);
  await expect(holds.add(member.id)).rejects.toThrow('erased already');
});

test('P120 rows of imports are kept beyond 90 days while a member of the account is held', async ({
  council,
  holds,
  sello,
}) => {
  const rows = [{ given_name: 'Ana', first_surname: 'Luna' }, { given_name: 'Sin apellido' }];
  await council.must('POST', '/members/import', { rows });
  const member = await council.member();
  await holds.add(member.id);
  const later = new Date(sello.ports.now().getTime() + 91 * DAY_MS);
  expect(await forgetOldRows(sello.ports.records, later)).toBe(0);
  await holds.lift(member.id);
  expect(await forgetOldRows(sello.ports.records, later)).toBe(2);
});

test('P120 statements that do not check, such as those of an older release, fail under a hold', async ({
  council,
  holds,
  sello,
}) => {
  const member = await council.member();
  const { id } = await sello.certify(council.key, 'asked by nobody');
  await holds.add(member.id);
  await holds.add(id);
  const held = [
    ['update members set status = $2 where id = $1', [member.id, 'anonymised']],
    ['delete from members where id = $1', [member.id]],
    ['update certificates set file_erased_at = now() where id = $1', [id]],
    ["update certificates set file_name = '—' where id = $1", [id]],
    ['delete from certificates where id = $1', [id]],
  ] as const;
  for (const [sql, params] of held)
    await expect(sello.ports.records.query(sql, params), sql).rejects.toThrow(/legal hold/);
  const ofAccount = await holds.add(council.accountId);
  for (const sql of [
    'update accounts set closed_at = now() where id = $1',
    'delete from accounts where id = $1',
  ])
    await expect(sello.ports.records.query(sql, [council.accountId]), sql).rejects.toThrow(/legal hold/);
  for (const hold of [ofAccount.id, member.id, id]) await holds.lift(hold);
  await sello.ports.records.query(held[2][0], held[2][1]);
});

test('P120 if a hold and an erasure run at once, whichever commits first wins, and nothing is half done', async ({
  council,
  holds,
  sello,
}) => {
  const { records, now, newId } = sello.ports;
  const late = (await council.member()).id as MemberId;
  const tooLate = await records.transaction(async (query) => {
    await assertNoHold(query, council.accountId, { members: [late] });
    const adding = holds.add(late).then(
      () => 'held',
      (error: Error) => error.message,
    );
    await holds.untilSomebodyWaits();
    await query("update members set status = 'anonymised' where id = $1", [late]);
    return { adding };
  });
  expect(await tooLate.adding).toContain('erased already');

  const kept = (await council.member()).id as MemberId;
  const refused = await records.transaction(async (query) => {
    const accountId: AccountId = council.accountId;
    await lockAgainstErasing(query, accountId);
    const erasing = council.call('POST', `/members/${kept}/anonymise`, ARCO);
    await holds.untilSomebodyWaits();
    await insertHold(query, {
      ...{ id: newId('hld'), accountId, kind: 'member', target: kept, reason: 'Juicio', since: now() },
      liftedAt: undefined,
    });
    return { erasing };
  });
  expectRefusal(await refused.erasing, 409, 'legal_hold');
  expect((await council.must('GET', `/members/${kept}`)).member).toMatchObject({
    status: 'active',
    given_name: 'Ana',
  });
});

test('fsck finds a hold whose subject was erased behind its back', async ({ council, holds, sello }) => {
  const { id } = await sello.certify(council.key, 'erased by hand');
  const hold = await holds.add(id);
  const erase = (at: string) =>
    sello.database.query(`update certificates set file_erased_at = ${at} where id = $1`, [id]);
  await sello.database.query('alter table certificates disable trigger certificates_held');
  await erase(`now() + interval '1 year'`);
  await sello.database.query('alter table certificates enable trigger certificates_held');
  const { findings } = await fsck({ sello });
  expect(findings.map(({ code, where }) => [code, where])).toContainEqual([
    'hold_on_nothing',
    `${hold.id} ${id}`,
  ]);
  await erase('null');
  await holds.lift(id);
});
