import { expect, test } from 'vitest';
import { approvedAward, pageOf, workOff } from '../../harness/documents.ts';
import { forFile } from '../../harness/for-file.ts';
import { accreditedCourse, openProgramCouncil, type ProgramCouncil } from '../../harness/program-council.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const council = forFile(async () => openProgramCouncil(sello, (await sello.newAccount()).key));

const CONSENT = { consent: { given_at: '2026-01-01', notice_version: '1', channel: 'web' } };

async function postRoster(world: ProgramCouncil, count: number, fields: object) {
  const course = await accreditedCourse(world);
  const rows = [];
  for (let i = 0; i < count; i++) rows.push({ member_id: await world.enrol() });
  const status = 'dry_run' in fields ? 200 : 201;
  const { roster } = await world.ask('POST', `/courses/${course.id}/rosters`, status, {
    rows,
    diplomas: true,
    ...fields,
  });
  return roster;
}

const diplomasOf = async (world: ProgramCouncil, rosterId: string) =>
  (await world.ask('GET', `/awards?roster_id=${rosterId}`, 200)).awards.map(
    ({ diploma }: { diploma: { status: string } | null }) => diploma?.status ?? null,
  );

test('a roster says what its diplomas will use, queues them, and the worker makes them', async () => {
  const { account, key } = await sello.newAccount({ certificates: 2 });
  const own = await openProgramCouncil(sello, key);
  const dry = await postRoster(own, 1, { approve: true, dry_run: true });
  expect(dry).toMatchObject({ summary: { diplomas: 1, diplomas_queued: 0 }, certificates_left: 2 });
  const roster = await postRoster(own, 3, { approve: true });
  expect(roster).toMatchObject({ summary: { diplomas: 3, diplomas_queued: 3 }, certificates_left: 2 });
  expect(await diplomasOf(own, roster.id)).toEqual(['queued', 'queued', 'queued']);
  await workOff(sello);
  expect((await diplomasOf(own, roster.id)).toSorted()).toEqual(['certified', 'certified', 'queued']);
  expect(await sello.certificatesLeft(account)).toBe(0);
  const { awards } = await own.ask('GET', '/awards?diploma=queued', 200);
  expect(awards[0].diploma.error).toBe('allowance_exhausted');
});

test('diplomas beyond the allowance wait, and are made as soon as there are more certificates', async () => {
  const { account, key } = await sello.newAccount({ certificates: 1 });
  const own = await openProgramCouncil(sello, key);
  const roster = await postRoster(own, 4, { approve: true });
  await workOff(sello);
  expect((await diplomasOf(own, roster.id)).toSorted()).toEqual(['certified', 'queued', 'queued', 'queued']);
  // While no certificates are left, nothing is tried and no failure is reported.
  expect(await workOff(sello)).toEqual({ certified: 0, failed: 0 });
  const told = await sello.database.query(
    `select type from events where account_id = $1 and type = 'diploma.failed'`,
    [account.id],
    'told-failures',
  );
  expect(told).toEqual([]);

  // A request for one of these diplomas is refused with the reason, and the diploma keeps waiting.
  const { awards } = await own.ask('GET', '/awards?diploma=queued', 200);
  await own.ask('POST', `/awards/${awards[0].id}/diploma`, 402, {});
  expect((await own.ask('GET', `/awards/${awards[0].id}/diploma`, 200)).diploma).toMatchObject({
    status: 'queued',
    error: 'allowance_exhausted',
  });

  const grant = (count: number) =>
    sello.database.query(
      'update accounts set certificates_left = certificates_left + $2, certificates_granted = certificates_granted + $2 where id = $1',
      [account.id, count],
      'grant',
    );
  await grant(1);
  expect(await workOff(sello)).toEqual({ certified: 1, failed: 0 });
  await grant(5);
  expect(await workOff(sello)).toEqual({ certified: 2, failed: 0 });
  expect(await diplomasOf(own, roster.id)).toEqual(Array(4).fill('certified'));
  expect(await sello.certificatesLeft(account)).toBe(3);
});

test('a diploma that waits for certificates is dropped with its award', async () => {
  const { account, key } = await sello.newAccount({ certificates: 0 });
  const own = await openProgramCouncil(sello, key);
  const roster = await postRoster(own, 1, { approve: true });
  await workOff(sello);
  await own.ask('POST', `/rosters/${roster.id}/revoke`, 200, { reason: 'Otro curso' });
  expect(await diplomasOf(own, roster.id)).toEqual([null]);
  await sello.database.query(
    'update accounts set certificates_left = 1 where id = $1',
    [account.id],
    'grant',
  );
  expect(await workOff(sello)).toEqual({ certified: 0, failed: 0 });
});

test('diplomas of a roster that is approved later are queued then, and dropped if the awards are revoked before', async () => {
  const roster = await postRoster(council, 2, {});
  expect(roster.summary).toMatchObject({ diplomas: 2, diplomas_queued: 0 });
  expect(await diplomasOf(council, roster.id)).toEqual([null, null]);
  await council.ask('POST', '/awards/decide', 200, { roster_id: roster.id, decision: 'approve' });
  expect(await diplomasOf(council, roster.id)).toEqual(['queued', 'queued']);
  await council.ask('POST', `/rosters/${roster.id}/revoke`, 200, { reason: 'Otro curso' });
  expect(await diplomasOf(council, roster.id)).toEqual([null, null]);
  expect(await workOff(sello)).toMatchObject({ certified: 0, failed: 0 });
});

test('the page of a diploma first says that it was revoked, and still shows the stamp', async () => {
  const award = await approvedAward(council, { fields: CONSENT });
  const { diploma } = await council.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  const before = await pageOf(sello, diploma.qr_verification_url);
  expect(before.document).toMatchObject({
    kind: 'diploma',
    state: 'valid',
    since: null,
    holder: 'Ana Luna',
    folio: diploma.folio,
    title: 'Congreso Nacional',
    role: 'attendee',
    points: [{ points: 10 }],
    aval: expect.stringMatching(/^AVAL-/),
  });
  await council.ask('POST', `/awards/${award.id}/revoke`, 200, { reason: 'Motivo-secreto' });
  const after = await pageOf(sello, diploma.qr_verification_url);
  expect(after.document).toMatchObject({ state: 'revoked', since: expect.stringMatching(/^20/) });
  expect(after.nom151).toEqual(before.nom151);
  const html = await sello.call('GET', new URL(diploma.qr_verification_url).pathname, {
    headers: { 'accept-language': 'es' },
  });
  expect(html.headers['cache-control']).toContain('no-cache');
  expect(html.text.indexOf('Diploma revocado')).toBeGreaterThan(0);
  expect(html.text.indexOf('Diploma revocado')).toBeLessThan(html.text.indexOf('data-live="verdict"'));
  expect(html.text).not.toContain('Motivo-secreto');
});

test('without consent, or after its withdrawal, the page does not show the name', async () => {
  const award = await approvedAward(council, { fields: CONSENT });
  const { diploma } = await council.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  await council.ask('PATCH', `/members/${award.member_id}`, 200, { consent: null });
  const page = await pageOf(sello, diploma.qr_verification_url);
  expect(page.document).toMatchObject({ holder: null, holder_withheld: true, state: 'valid' });
  const html = await sello.call('GET', new URL(diploma.qr_verification_url).pathname, {
    headers: { 'accept-language': 'en' },
  });
  expect(html.text).toContain('withheld at the holder');
  expect(html.text).not.toContain('Ana Luna');
});

test('anonymising deletes the PDFs and the content of their records, and the certificates stay', async () => {
  const award = await approvedAward(council, { fields: { given_name: 'Xochitl-Unica', ...CONSENT } });
  const { diploma } = await council.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  const { certificate } = await council.ask('POST', `/members/${award.member_id}/transcript`, 201, {});
  await council.ask('POST', `/members/${award.member_id}/anonymise`, 200, { reason: 'Cancelación' });
  for (const id of [diploma.certificate_id, certificate.id]) {
    const kept = (await council.ask('GET', `/certificates/${id}`, 200)).certificate;
    expect([kept.file.stored, kept.title]).toEqual([false, '—']);
  }
  const [row] = await sello.database.query("select string_agg(documents::text, '') as all from documents");
  expect(String(row?.all)).not.toContain('Xochitl-Unica');
  const page = await pageOf(sello, diploma.qr_verification_url);
  expect(page.document).toMatchObject({ holder: null, state: 'valid', folio: diploma.folio });
});

test('an ordinary certificate has no document behind it, whatever type it claims', async () => {
  const certificate = await sello.certify(council.key, 'x', { document_type: 'diploma' });
  expect((await pageOf(sello, certificate.qr_verification_url)).document).toBeNull();
});

test('a document that a dead process was making is finished once, with the same folio and code', async () => {
  const { account, key } = await sello.newAccount({ certificates: 5 });
  const own = await openProgramCouncil(sello, key);
  const { id } = await approvedAward(own);
  await own.ask('POST', `/awards/${id}/diploma`, 201, {});
  const [before] = await sello.database.query(
    'select folio, code, certificate_id from documents where award_id = $1',
    [id],
  );
  // As after a kill between making the certificate and recording it; the process that claimed the document is gone.
  await sello.database.query(
    "update documents set status = 'queued', certificate_id = null, claimed_by = 5 where award_id = $1",
    [id],
  );
  expect(await workOff(sello)).toEqual({ certified: 1, failed: 0 });
  const [after] = await sello.database.query(
    'select folio, code, certificate_id from documents where award_id = $1',
    [id],
  );
  expect(after).toEqual(before);
  expect(await sello.certificatesLeft(account)).toBe(4);
});

test('the page of a diploma of test mode says so before anything else, and never in green', async () => {
  const { account } = await sello.newAccount();
  const { key } = await sello.newKey(account, { mode: 'test' });
  const trial = await openProgramCouncil(sello, key);
  const award = await approvedAward(trial);
  const { diploma } = await trial.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  const { pathname } = new URL(diploma.qr_verification_url);
  const { text } = await sello.call('GET', `${pathname}?lang=en`);
  expect(/<section class="verdict issued" data-verdict="(\w+)"/.exec(text)?.[1]).toBe('test');
  expect(/<h2>([^<]+)<\/h2>/.exec(text)?.[1]).toMatch(/^Test · /);
  // A second, smaller statement is about the time stamp, and says so.
  expect(text).toContain('<section class="verdict of-stamp" data-verdict="test"');
  expect(text).toContain('<h1>Test time stamp</h1>');
  expect(text).not.toMatch(/>[^<]*\b20\d\d-\d\d-\d\d[^<]*<\/(?:p|h2|dd|bdi)>/);
});

test('an event reports that a diploma was certified, without a name', async () => {
  const { account, key } = await sello.newAccount();
  const issuer = await openProgramCouncil(sello, key);
  const award = await approvedAward(issuer);
  const { diploma } = await issuer.ask('POST', `/awards/${award.id}/diploma`, 201, {});
  const told = await sello.database.query(
    `select type, data from events where account_id = $1 and type like 'diploma.%'`,
    [account.id],
    'told',
  );
  const { id, award_id, member_id, folio, certificate_id } = diploma;
  const data = { id, object: 'diploma', award_id, member_id, status: 'certified', folio, certificate_id };
  expect(told).toEqual([{ type: 'diploma.certified', data }]);
});

test('an event reports that a diploma failed because no certificates were left', async () => {
  const { account, key } = await sello.newAccount({ certificates: 0 });
  const poor = await openProgramCouncil(sello, key);
  const award = await approvedAward(poor);
  await poor.ask('POST', `/awards/${award.id}/diploma`, 402, {});
  const told = await sello.database.query(
    `select type, data ->> 'error' as error from events where account_id = $1 and type like 'diploma.%'`,
    [account.id],
    'told-failure',
  );
  expect(told).toEqual([{ type: 'diploma.failed', error: 'allowance_exhausted' }]);
});
