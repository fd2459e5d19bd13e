/** Operations on draws that the council's pages use: the preview of a draft, waiting reviews, and four eyes. */

import { expect, test } from 'vitest';
import { cookieOf, type Person, signUp } from '../../harness/dashboard-person.ts';
import { drawEverybody } from '../../harness/draws.ts';
import { forFile } from '../../harness/for-file.ts';
import { type Council, expectRefusal, openCouncil } from '../../harness/memberships.ts';
import { sendEvidence, type Visit } from '../../harness/own-page.ts';
import { joinAs } from '../../harness/team.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);

async function openDesk(members: number) {
  const owner = await signUp(sello);
  const { secret } = await owner.newKey({ name: 'k', mode: 'live', rate_per_minute: 1000 });
  const council = await openCouncil(sello, secret);
  const program = await council.program();
  for (let n = 0; n < members; n += 1) await council.membership({ program, starts_on: council.today(-30) });
  return { owner, council, programId: program.id as string };
}

const preview = (person: Person, choice: Record<string, string>) =>
  person.call('GET', `/draw-preview?${new URLSearchParams(choice)}`);

test('the preview counts as the seal does, and refuses what a draft would be refused for', async () => {
  const { owner, council, programId } = await openDesk(7);
  const choice = { program_id: programId, from: council.today(-60), to: council.today() };
  const shares: readonly [Record<string, string>, number][] = [
    [{ share_percent: '10' }, 1],
    [{ share_percent: '50.01' }, 4],
    [{ count: '3' }, 3],
    [{ count: '90' }, 7],
  ];
  for (const [size, drawn] of shares) {
    const { status, body, text } = await preview(owner, { ...choice, ...size });
    expect([status, body], text).toEqual([200, { candidates: 7, drawn, too_many: false }]);
  }
  const before = { ...choice, from: council.today(-90), to: council.today(-61), count: '3' };
  expect((await preview(owner, before)).body).toEqual({ candidates: 0, drawn: 0, too_many: false });
  const both = { ...choice, count: '3', share_percent: '10' };
  expectRefusal(await preview(owner, both), 422, 'validation_failed');
  expectRefusal(await preview(owner, choice), 422, 'validation_failed');
  const backwards = { ...choice, from: council.today(), to: council.today(-1), count: '3' };
  expectRefusal(await preview(owner, backwards), 422, 'validation_failed');
  const unknown = { ...choice, program_id: 'prg_0000000000000000000000', count: '3' };
  expectRefusal(await preview(owner, unknown), 404, 'not_found');
  const viewer = await joinAs(sello, owner, 'viewer');
  expectRefusal(await preview(viewer, { ...choice, count: '3' }), 403, 'insufficient_role');
  const { draw } = await council.must('POST', '/draws', {
    ...choice,
    name: 'Anual',
    share_percent: 50.01,
  });
  expect((await council.must('POST', `/draws/${draw.id}/seal`)).draw.candidates).toBe(7);
});

test('the overview counts the reviews to decide: those with evidence', async () => {
  const { owner, council, programId } = await openDesk(2);
  const waiting = async () =>
    (await owner.call('GET', '/memberships-overview')).body.overview.reviews_to_decide;
  const drawId = await drawEverybody(council, programId);
  expect(await waiting()).toEqual({ count: 0, more: false });
  const { reviews } = await council.must('GET', `/reviews?draw_id=${drawId}`);
  await sendFor(await enterByLink(council, owner, reviews[0].member_id), reviews[0].id);
  expect(await waiting()).toEqual({ count: 1, more: false });
  await council.must('POST', `/reviews/${reviews[0].id}/decide`, { outcome: 'passed' });
  expect(await waiting()).toEqual({ count: 0, more: false });
});

test('whoever sent the evidence through a link of theirs does not decide it, where four eyes are required', async () => {
  const { owner, council, programId } = await openDesk(1);
  const approver = await joinAs(sello, owner, 'approver');
  const drawId = await drawEverybody(council, programId);
  expect((await owner.call('PATCH', '/account', { four_eyes: 'required' })).status).toBe(200);
  const { reviews } = await council.must('GET', `/reviews?draw_id=${drawId}`);
  const [{ id, member_id }] = reviews;
  await sendFor(await enterByLink(council, owner, member_id), id);
  const own = async (person: Person) =>
    (await person.call('GET', `/own-reports?ids=${id}`)).body.reported_by_you;
  expect([await own(owner), await own(approver)]).toEqual([[id], []]);
  const decide = (person: Person) => person.call('POST', `/reviews/${id}/decide`, { outcome: 'passed' });
  expectRefusal(await decide(owner), 403, 'four_eyes');
  const decided = await decide(approver);
  expect([decided.status, decided.body.review?.status], decided.text).toEqual([200, 'passed']);
});

/** Logs in to the member's own page, with a link that this person made. */
async function enterByLink({ accountId }: Council, person: Person, memberId: string): Promise<Visit> {
  const made = await person.call('POST', `/members/${memberId}/access-link`, {});
  const link = new URL(made.body.access_link.url).hash.replace('#link=', '');
  const root = `/api/my/${accountId}`;
  const entered = await sello.call('POST', `${root}/session`, { payload: { link } });
  const cookie = cookieOf(entered);
  return {
    cookie,
    call: (method, path, payload, headers = {}) =>
      sello.call(method, root + path, { headers: { cookie, ...headers }, ...(payload && { payload }) }),
  };
}

async function sendFor(visit: Visit, reviewId: string): Promise<void> {
  const sent = { evidence_id: await sendEvidence(visit) };
  expect((await visit.call('POST', `/reviews/${reviewId}/evidence`, sent)).status).toBe(200);
}
