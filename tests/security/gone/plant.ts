/** Writes a word into every field that can hold something about a member, and remembers each request with its key. */

import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { hooked } from '../../harness/hooks.ts';
import { fileForm } from '../../harness/multipart.ts';
import type { OwnPageWorld, Visit } from '../../harness/own-page.ts';
import type { Receiver } from '../../harness/receiver.ts';
import { API, type TestAnswer, type TestCall } from '../../harness/test-sello.ts';

const CURP = 'PUMM850215MDFRSR02';
const RFC = 'PUMM850215AB1';
const LICENCE = '7654321';

export type Planted = {
  memberId: string;
  /** The words that must not be found any more. */
  words: readonly string[];
  /** Requests with an Idempotency-Key, each of which may be repeated. */
  asked: readonly { path: string; call: TestCall }[];
  /** Addresses of the API and of pages whose answers contained data of the member. */
  reads: readonly string[];
  certificates: readonly string[];
  visit: Visit;
};

/** A member with data in every possible field. Without `hasPoints` the member can still be deleted. */
export async function plant(
  world: OwnPageWorld,
  receiver: Receiver,
  word: string,
  { hasPoints = true } = {},
): Promise<Planted> {
  const { council, sello } = world;
  const asked: { path: string; call: TestCall }[] = [];
  const reads: string[] = [];
  const certificates: string[] = [];
  const post = async (path: string, payload: object, more: TestCall = {}): Promise<TestAnswer['body']> => {
    const headers = { 'idempotency-key': randomUUID(), ...more.headers };
    const call = { key: council.key, payload, ...more, headers };
    const answer = await sello.call('POST', `${API}${path}`, call);
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    asked.push({ path: `${API}${path}`, call });
    return answer.body;
  };
  const program = await council.program({ checklist: [{ code: 'cuota', name: 'Cuota' }] });
  const email = `${word}@example.com`;
  const { member } = await post('/members', {
    given_name: word,
    first_surname: word,
    second_surname: word,
    email,
    phone: `55 ${word}`,
    curp: CURP,
    rfc: RFC,
    professional_license: LICENCE,
    specialty: word,
    specialty_license: `E-${word}`,
    external_id: word,
    metadata: { apodo: word },
  });
  await post('/members/search', { email });
  await council.must('PATCH', `/members/${member.id}`, { consent: { notice_version: word, channel: word } });
  await council.must('PATCH', `/members/${member.id}`, { public_profile: true, public_fields: ['email'] });
  for (const verb of ['suspend', 'reactivate']) await post(`/members/${member.id}/${verb}`, { reason: word });
  await postTables(post, reads, word, member.member_number);
  const visit = await world.enterByCode(email);
  await liveOnOwnPage(world, visit, word, email);
  await post(`/members/${member.id}/access-link`, {});

  const hooks = hooked(sello);
  const hook = await hooks.hook(council.key, receiver.url, ['certificate.created']);
  receiver.answer(({ text }, response) => {
    response.statusCode = 500;
    response.end(text);
  });
  const evidence = await visit.call('POST', '/evidence', Buffer.from(`%PDF-1.7 ${word}`), {
    'content-type': 'application/pdf',
    'x-file-name': `${word}.pdf`,
  });
  expect(evidence.status, evidence.text).toBe(201);
  await hooks.deliver();
  reads.push(
    `${API}/webhooks/${hook.id}/deliveries`,
    `${API}/members/${member.id}`,
    `${API}/members/${member.id}/export`,
    `${API}/members?q=${word}`,
  );
  reads.push(`${API}/certificates?q=${word}`, `${API}/events`, `${API}/member-requests`);
  reads.push(new URL(member.public_url).pathname, `${new URL(member.public_url).pathname}.json`);
  if (hasPoints) await earn({ world, post, reads, certificates, word, program, memberId: member.id, visit });
  const rows = await sello.database.query('select certificate_id from member_evidence where member_id = $1', [
    member.id,
  ]);
  certificates.push(...rows.map((row) => String(row.certificate_id)));
  reads.push(...certificates.map((id) => `${API}/certificates/${id}`));
  const words = [word, CURP, RFC, LICENCE];
  return { memberId: member.id, words, asked, reads, certificates, visit };
}

type Post = (path: string, payload: object, more?: TestCall) => Promise<TestAnswer['body']>;

/** Posts a row about the member, a rejected row, and a rejected row that still shows who is meant. */
async function postTables(post: Post, reads: string[], word: string, memberNumber: string): Promise<void> {
  const rows = [
    { given_name: word, first_surname: word, member_number: memberNumber, apodo: word },
    { given_name: word, first_surname: word, email: `${word}@example.com`, curp: 'no es una' },
    { given_name: 'Otra', first_surname: 'Persona', curp: CURP, rfc: 'nada', apodo: word },
  ];
  const { import: made } = await post('/members/import', { rows, on_conflict: 'update' });
  reads.push(`${API}/imports/${made.id}`, `${API}/imports/${made.id}/rows`);
}

async function liveOnOwnPage(world: OwnPageWorld, visit: Visit, word: string, email: string): Promise<void> {
  const { council } = world;
  const changes = { second_surname: `${word}a`, curp: CURP };
  const first = await visit.call('POST', '/requests', { changes: { ...changes, given_name: `${word}b` } });
  await council.must('POST', `/member-requests/${first.body.request_id}/reject`, { reason: word });
  await visit.call('POST', '/requests', { changes: { second_surname: `${word}a` } });
  await visit.call('POST', '/email', { email: `nueva-${email}` });
  await world.ask('POST', '/code', { email });
  await world.sello.ports.aside.settled();
}

type Earning = {
  world: OwnPageWorld;
  post: Post;
  reads: string[];
  certificates: string[];
  word: string;
  program: { id: string };
  memberId: string;
  visit: Visit;
};

/** Memberships, points, renewals, papers. */
async function earn(earning: Earning): Promise<void> {
  const { world, post, reads, certificates, word, program, memberId, visit } = earning;
  const { council } = world;
  const { membership } = await post(`/members/${memberId}/memberships`, {
    program_id: program.id,
    starts_on: council.today(-1_060),
    external_id: word,
    metadata: { expediente: word },
  });
  const term = membership.current_term.id;
  for (const verb of ['suspend', 'reactivate'])
    await post(`/memberships/${membership.id}/${verb}`, { reason: word });
  await post(`/terms/${term}/extend`, { until: council.today(90), reason: word });
  await council.must('PUT', `/terms/${term}/waivers/total`, { min_points: 5, reason: word });
  const form = fileForm(`recibo ${word}`, { title: word, description: word }, `${word}.pdf`);
  const { certificate } = await post('/certificates', {}, form);
  certificates.push(certificate.id);
  const paid = { done: true, note: word, certificate_id: certificate.id };
  await council.must('PUT', `/terms/${term}/checklist/cuota`, paid);
  const sent = await visit.call('POST', '/evidence', Buffer.from(`%PDF-1.7 otra ${word}`), {
    'content-type': 'application/pdf',
    'x-file-name': `${word}.pdf`,
  });
  const reported = await visit.call('POST', '/activities', {
    evidence_id: sent.body.evidence_id,
    program_id: program.id,
    title: word,
    provider: word,
    completed_on: council.today(-3),
    category: 'emc',
    points: 3,
    note: word,
  });
  expect(reported.status, reported.text).toBe(201);
  const { award } = await post('/awards', {
    member_id: memberId,
    activity: { title: word, provider: word, kind: 'talk' },
    completed_on: council.today(-2),
    points: [{ program_id: program.id, category: 'emc', points: 70 }],
    evidence: [{ note: word }, { url: `https://example.com/${word}` }],
    external_id: word,
    metadata: { de: word },
  });
  await post(`/awards/${award.id}/approve`, { reason: word });
  await post(`/awards/${award.id}/diploma`, {});
  const badge = await council.call('GET', `/awards/${award.id}/badge`);
  expect(badge.text).toContain(word);
  await post(`/members/${memberId}/transcript`, {});
  const { renewal } = await post(`/memberships/${membership.id}/renewals`, { reason: word });
  await post(`/renewals/${renewal.id}/approve`, { reason: word, certify: true });
  const badgeUrl = (await council.must('GET', `/awards/${award.id}`)).award.badge_url;
  if (typeof badgeUrl === 'string') reads.push(new URL(badgeUrl).pathname);
  reads.push(
    ...[`/awards/${award.id}`, `/awards/${award.id}/badge`, `/awards/${award.id}/diploma`].map(
      (at) => API + at,
    ),
    ...[`/memberships/${membership.id}`, `/memberships/${membership.id}/terms`, `/terms/${term}`].map(
      (at) => API + at,
    ),
    ...[`/renewals/${renewal.id}`, `/members/${memberId}/transcript`].map((at) => API + at),
    ...[`/awards?member_id=${memberId}`, `/renewals`, `/members`].map((at) => API + at),
  );
}
