import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil, RULES } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let foreign: Record<'member' | 'program' | 'membership' | 'term' | 'renewal', string>;
const sello = forFile(openTestSello);
const mine = forFile(() => openCouncil(sello));
beforeAll(async () => {
  const other = await openCouncil(sello);
  const { id, member_id, program_id, current_term } = await other.endingOn(other.today(10), {
    rules: { ...RULES, requirements: [] },
  });
  const { renewal } = await other.must('POST', `/memberships/${id}/renewals`, {});
  foreign = {
    member: member_id,
    program: program_id,
    membership: id,
    term: current_term.id,
    renewal: renewal.id,
  };
});

/** The same id with other random characters, which is the id of nothing. */
const unknown = (id: string) => id.replace(/.{8}$/, '00000000');

const CALLS = [
  ['GET', 'membership', '/memberships/ID'],
  ['PATCH', 'membership', '/memberships/ID', { metadata: { a: 'b' } }],
  ['POST', 'membership', '/memberships/ID/suspend', {}],
  ['POST', 'membership', '/memberships/ID/reactivate', {}],
  ['POST', 'membership', '/memberships/ID/end', {}],
  ['GET', 'membership', '/memberships/ID/terms'],
  ['GET', 'membership', '/memberships/ID/eligibility'],
  ['POST', 'membership', '/memberships/ID/renewals', {}],
  ['GET', 'term', '/terms/ID'],
  ['POST', 'term', '/terms/ID/extend', { until: '2027-01-01', reason: 'x' }],
  ['PUT', 'term', '/terms/ID/waivers/total', { min_points: 0, reason: 'x' }],
  ['DELETE', 'term', '/terms/ID/waivers/total'],
  ['PUT', 'term', '/terms/ID/checklist/dues', { done: true }],
  ['GET', 'renewal', '/renewals/ID'],
  ['POST', 'renewal', '/renewals/ID/approve', {}],
  ['POST', 'renewal', '/renewals/ID/reject', { reason: 'x' }],
  ['POST', 'renewal', '/renewals/ID/withdraw', {}],
  ['POST', 'renewal', '/renewals/ID/annul', { reason: 'x' }],
  ['POST', 'member', '/members/ID/memberships', { program_id: 'prg_0000000000000000000000' }],
] as const;

test.for(CALLS)('M12 %s of another account’s %s: %s gets the 404 of an unknown one', async (call) => {
  const [method, kind, path, payload] = call;
  const ask = (id: string) => mine.call(method, path.replace('ID', id), payload);
  const theirs = await ask(foreign[kind]);
  const nobodys = await ask(unknown(foreign[kind]));
  expect([theirs.status, theirs.body.error], theirs.text).toEqual([404, 'not_found']);
  expect(theirs.text).toBe(nobodys.text);
  expect((await ask('nonsense')).text).toBe(nobodys.text);
});

test('M12 another account’s program cannot be joined, and its ids find nothing in a list', async () => {
  const { id } = await mine.member();
  const join = (program_id: string) => mine.call('POST', `/members/${id}/memberships`, { program_id });
  const theirs = await join(foreign.program);
  expect(theirs.status).toBe(404);
  expect(theirs.text).toBe((await join(unknown(foreign.program))).text);
  for (const query of [
    `/memberships?member_id=${foreign.member}`,
    `/memberships?program_id=${foreign.program}`,
    `/renewals?membership_id=${foreign.membership}`,
    `/renewals?member_id=${foreign.member}`,
  ]) {
    expect((await mine.must('GET', query)).pagination.total).toBe(0);
  }
});

test('M12 test and live mode are separate', async () => {
  const { id } = await mine.membership();
  const account = await sello.ports.accounts.find(mine.accountId);
  if (account === undefined) throw new Error('the account is gone');
  const { key } = await sello.newKey(account, { mode: 'test' });
  const answer = await mine.call('GET', `/memberships/${id}`, undefined, { key });
  expect(answer.status).toBe(404);
});
