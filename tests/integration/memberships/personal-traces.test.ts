/** M13: what is written about a person is neither in the audit log, nor anywhere once they are anonymised. */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { eraseExpiredFiles } from '../../../server/src/certificates/erasing/erase-files.ts';
import { forFile } from '../../harness/for-file.ts';
import { type Council, openCouncil, RULES } from '../../harness/memberships.ts';
import { fileForm } from '../../harness/multipart.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

let program: { id: string };
const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));
beforeAll(async () => {
  program = await council.program({
    rules: { ...RULES, term_months: 1 },
    checklist: [{ code: 'cuota', name: 'Cuota' }],
  });
});

/** This word is in every text that is about a person, and nowhere else. */
const MARK = 'Xochiquetzal';

const must: Council['must'] = (...asked) => council.must(...asked);

async function enter(more: object = {}): Promise<string> {
  const { member } = await must('POST', '/members', {
    given_name: `${MARK} Ana`,
    first_surname: MARK,
    second_surname: MARK,
    email: `${MARK}@example.com`,
    phone: `55 ${MARK}`,
    specialty: `De ${MARK}`,
    metadata: { apodo: MARK },
    ...more,
  });
  return member.id;
}

const papers: string[] = [];

/** A certified paper with the person in its title, its name, its description and its content. */
async function certify(content: string): Promise<string> {
  const fields = { title: `Constancia de ${MARK}`, description: `A nombre de ${MARK}` };
  const form = fileForm(`${content} ${MARK}`, fields, `${MARK}.pdf`);
  const made = await sello.call('POST', `${API}/certificates`, { key: council.key, ...form });
  expect(made.status, made.text).toBe(201);
  papers.push(made.body.certificate.id);
  return made.body.certificate.id;
}

async function activity(memberId: string, more: object = {}): Promise<string> {
  const { award } = await must('POST', '/awards', {
    member_id: memberId,
    activity: { title: `Ponencia de ${MARK}`, provider: MARK, kind: 'talk' },
    completed_on: council.today(),
    points: [{ program_id: program.id, category: 'emc', points: 70 }],
    evidence: [{ note: `La firma ${MARK}` }],
    metadata: { de: MARK },
    ...more,
  });
  return award.id;
}

/** Everything that can be written about one member. */
async function live(memberId: string): Promise<void> {
  const reason = `Porque ${MARK} lo pidió`;
  const { membership } = await must('POST', `/members/${memberId}/memberships`, {
    program_id: program.id,
    starts_on: council.today(-5),
    external_id: `${MARK}-${memberId}`,
    metadata: { expediente: MARK },
  });
  const membershipId = membership.id;
  const term = membership.current_term.id;
  await must('PATCH', `/members/${memberId}`, {
    email: `otra-${MARK}@example.com`,
    external_id: `${MARK}-${memberId}`,
    metadata: { apodo: null, alias: MARK },
    consent: { notice_version: MARK, channel: MARK },
  });
  await must('PATCH', `/memberships/${membershipId}`, {
    tracks: ['examen'],
    metadata: { expediente: `${MARK} 2` },
  });
  for (const verb of ['suspend', 'reactivate']) {
    await must('POST', `/members/${memberId}/${verb}`, { reason });
    await must('POST', `/memberships/${membershipId}/${verb}`, { reason });
  }
  await must('POST', `/members/${memberId}/deceased`, { reason });
  await must('POST', `/members/${memberId}/reactivate`, { reason });
  await must('POST', `/terms/${term}/extend`, { until: council.today(60), reason });
  await must('PUT', `/terms/${term}/waivers/total`, { min_points: 5, reason });
  await must('DELETE', `/terms/${term}/waivers/total`);
  await must('PUT', `/terms/${term}/waivers/total`, { min_points: 5, reason });
  const receipt = { certificate_id: await certify(`recibo de ${memberId}`), note: `Pagó ${MARK}` };
  await must('PUT', `/terms/${term}/checklist/cuota`, { done: true, ...receipt });
  const [given, revoked, rejected, withdrawn, many] = await Promise.all([
    activity(memberId, { evidence: [{ certificate_id: await certify(memberId) }, { note: MARK }] }),
    activity(memberId),
    activity(memberId),
    activity(memberId),
    activity(memberId),
  ]);
  await must('PATCH', `/awards/${given}`, {
    activity: { title: `Otra de ${MARK}`, kind: 'talk' },
    role: 'speaker',
    external_id: `${MARK}-${given}`,
    metadata: { de: null, por: MARK },
  });
  await must('POST', `/awards/${given}/approve`, { reason });
  await must('POST', `/awards/${revoked}/approve`, { reason });
  await must('POST', `/awards/${revoked}/revoke`, { reason });
  await must('POST', `/awards/${rejected}/reject`, { reason });
  await must('POST', `/awards/${withdrawn}/withdraw`, { reason });
  await must('POST', '/awards/decide', { ids: [many], decision: 'reject', reason });
  const renewals = `/memberships/${membershipId}/renewals`;
  for (const verb of ['reject', 'withdraw']) {
    const { renewal } = await must('POST', renewals, { reason });
    await must('POST', `/renewals/${renewal.id}/${verb}`, { reason });
  }
  const { renewal } = await must('POST', renewals, { reason });
  await must('POST', `/renewals/${renewal.id}/approve`, { reason });
  await must('POST', `/renewals/${renewal.id}/annul`, { reason });
  await must('POST', renewals, { reason, approve: true });
  await must('POST', `/memberships/${membershipId}/end`, { reason });
}

async function postTables(memberNumber: string): Promise<void> {
  await must('POST', '/members/import', {
    rows: [
      {
        given_name: MARK,
        first_surname: MARK,
        email: `${MARK}-1@example.com`,
        member_number: memberNumber,
        program_id: program.id,
        starts_on: council.today(-5),
        apodo: MARK,
      },
    ],
  });
  await must('POST', '/members/import', {
    rows: [{ given_name: `${MARK} 2`, first_surname: MARK, member_number: memberNumber }],
    on_conflict: 'update',
  });
  const { course } = await must('POST', '/courses', {
    title: 'Congreso',
    starts_on: council.today(-1),
    provider: { name: 'Hospital', contact: `Dra. ${MARK}` },
    points: [{ program_id: program.id, category: 'emc', points: 1 }],
  });
  await must('PATCH', `/courses/${course.id}`, {
    provider: { name: 'Hospital', contact: `${MARK} tel. 1` },
    place: 'León',
  });
  await must('POST', `/courses/${course.id}/accredit`, {});
  const rows = [{ member_number: memberNumber, nombre: MARK }, { email: `${MARK}@nowhere.example` }];
  const { roster } = await must('POST', `/courses/${course.id}/rosters`, { rows });
  await must('GET', `/rosters/${roster.id}/rows`);
  await must('POST', `/rosters/${roster.id}/revoke`, { reason: MARK });
  await must('PATCH', `/courses/${course.id}`, { provider: { name: 'Hospital', contact: null } });
}

async function auditText(): Promise<string> {
  const rows = await sello.database.query(
    'select action, details::text as details from audit_events order by number',
  );
  return rows.map(({ action, details }) => `${action} ${details}`).join('\n');
}

/** All rows of all tables, as a dump has them. */
async function dumpText(): Promise<string> {
  const tables = await sello.database.query(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const texts = [];
  for (const { name } of tables) {
    const rows = await sello.database.query(`select t::text as row from ${String(name)} t`);
    texts.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return texts.join('\n');
}

const linesWith = (text: string) =>
  text.split('\n').filter((line) => line.toLowerCase().includes(MARK.toLowerCase()));

test('M13 no operation writes anything about a person into the audit log', async () => {
  const memberId = await enter();
  await live(memberId);
  await postTables('T-1');
  const other = await enter({ email: null });
  await must('POST', `/members/${other}/merge`, { into: memberId, reason: 'Dos veces.' });
  await must('DELETE', `/members/${await enter({ email: null })}`);
  const text = await auditText();
  expect(linesWith(text)).toEqual([]);
  const actions = new Set(text.split('\n').map((line) => line.split(' ', 1)[0]));
  for (const action of EXPECTED) expect(actions).toContain(action);
  expect(text).toContain('"metadata_keys":["apodo","alias"]');
  expect(text).toMatch(/import\.create .*"updated":1/);
});

const EXPECTED = [
  'member.create',
  'member.update',
  'member.suspend',
  'member.merge',
  'member.delete',
  'membership.change',
  'membership.end',
  'term.extend',
  'term.waive',
  'term.mark',
  'award.change',
  'award.approve',
  'award.decide',
  'renewal.reject',
  'renewal.annul',
  'import.create',
  'course.change',
  'roster.create',
  'roster.revoke',
];

test('M13 nothing of an anonymised member is left in any table or in the file store', async () => {
  const rows = await sello.database.query("select id from members where status <> 'anonymised'");
  for (const { id } of rows) await must('POST', `/members/${id}/anonymise`, { reason: 'ARCO 7' });
  const left = linesWith(await dumpText());
  // Only courses may still name somebody: their contact person is no member.
  expect(left.filter((line) => !line.startsWith('courses:'))).toEqual([]);
  for (const id of papers) {
    const { certificate } = (await sello.call('GET', `${API}/certificates/${id}`, { key: council.key })).body;
    expect(certificate).toMatchObject({ title: '—', description: null, file: { name: '—', stored: false } });
    expect(certificate.file.sha256).toMatch(/^[0-9a-f]{64}$/);
    const proof = await sello.call('GET', `${API}/certificates/${id}/proof?type=nom151`, {
      key: council.key,
    });
    expect(proof.status).toBe(200);
  }
  sello.advance(2 * 3_600_000);
  expect(await eraseExpiredFiles(sello.ports, sello.config)).toMatchObject({ removed: papers.length });
  const files = await readdir(sello.dataDir, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const content = await readFile(path.join(file.parentPath, file.name));
    expect(content.includes(MARK), file.name).toBe(false);
  }
});

test('a document that is also evidence of another member is kept for that member', async () => {
  const shared = await certify('Lista de asistencia');
  const [one, two] = [await enter(), await enter()];
  for (const id of [one, two]) {
    await must('POST', `/members/${id}/memberships`, {
      program_id: program.id,
      starts_on: council.today(-5),
    });
    await activity(id, { evidence: [{ certificate_id: shared }] });
  }
  const title = async () => (await must('GET', `/certificates/${shared}`)).certificate.title;
  await must('POST', `/members/${one}/anonymise`, { reason: 'ARCO 8' });
  expect(await title()).toBe(`Constancia de ${MARK}`);
  await must('POST', `/members/${two}/anonymise`, { reason: 'ARCO 9' });
  expect(await title()).toBe('—');
});
