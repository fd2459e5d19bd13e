import { expectRefusal } from '../../../harness/memberships.ts';
import { openOwnPageWorld, PDF, sendEvidence } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

const headers = { 'content-type': 'application/pdf' };

test('201: a file is certified with a certificate of the council, and the audit log names the member', async ({
  world,
}) => {
  const { council, sello } = world;
  const visit = await world.enterByLink((await council.member()).id);
  const id = await sendEvidence(visit);
  const [row] = await sello.database.query('select certificate_id from member_evidence where id = $1', [id]);
  const { certificate } = await council.must('GET', `/certificates/${row?.certificate_id}`);
  expect(certificate).toMatchObject({ title: 'Evidencia de actividad', document_type: 'evidence' });
  const [newest] = await sello.ports.audit.page(council.accountId, 1, undefined);
  expect(newest).toMatchObject({ action: 'certificate.create', actor: { type: 'member' }, ip: undefined });
});

test('402 if the council has no certificates left; the attempt does not count', async ({ world }) => {
  const { council, sello } = world;
  const visit = await world.enterByLink((await council.member()).id);
  await sello.database.query('update accounts set certificates_left = 0 where id = $1', [council.accountId]);
  expectRefusal(await visit.call('POST', '/evidence', PDF, headers), 402, 'allowance_exhausted');
  await sello.database.query('update accounts set certificates_left = 1000 where id = $1', [
    council.accountId,
  ]);
  expect((await visit.call('GET', '/me')).body.reports.left).toBe(20);
});

test('413, 415 and 422 for a file that is too large, of another type, empty, or does not match its digest', async ({
  world,
}) => {
  const visit = await world.enterByLink((await world.council.member()).id);
  const large = Buffer.alloc(15_000_001, 'a');
  expect((await visit.call('POST', '/evidence', large, headers)).status).toBe(413);
  const page = Buffer.from('<script>alert(1)</script>');
  expect((await visit.call('POST', '/evidence', page, { 'content-type': 'text/html' })).status).toBe(415);
  expectRefusal(await visit.call('POST', '/evidence', page, headers), 422, 'validation_failed', /PDF/);
  expectRefusal(await visit.call('POST', '/evidence', Buffer.alloc(0), headers), 422, 'empty_file');
});

test('429 for the twenty-first file of a month, even with thirty at once; the next month counts anew', async ({
  world,
}) => {
  const visit = await world.enterByLink((await world.council.member()).id);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      visit.call('POST', '/evidence', Buffer.from(`%PDF-1.7 ${i}`), headers),
    ),
  );
  expect(answers.filter(({ status }) => status === 201).length).toBe(20);
  const refused = answers.find(({ status }) => status !== 201);
  if (refused === undefined) throw new Error('all were taken');
  expectRefusal(refused, 429, 'rate_limit_exceeded', /20 activities this month/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const { reports } = (await visit.call('GET', '/me')).body;
  expect(reports.left).toBe(0);
  expect(reports.next_month).toMatch(/^\d{4}-\d{2}-01$/);
});
