import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, newAward } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

const STATES = ['pending', 'approved', 'rejected', 'revoked', 'withdrawn'] as const;
const VERBS = { approve: 'approved', reject: 'rejected', revoke: 'revoked', withdraw: 'withdrawn' } as const;
const ALLOWED = ['pending approve', 'pending reject', 'pending withdraw', 'approved revoke'];
const WAY: Record<(typeof STATES)[number], readonly string[]> = {
  pending: [],
  approved: ['approve'],
  rejected: ['reject'],
  revoked: ['approve', 'revoke'],
  withdrawn: ['withdraw'],
};

test.for(STATES.flatMap((state) => Object.keys(VERBS).map((verb) => [state, verb] as const)))(
  'from %s, %s is allowed or refused with both statuses',
  async ([state, verb], { sello, council }) => {
    const course = await accreditedCourse(council);
    const { id } = await newAward(council, await council.enrol(), course.id);
    const payload = { reason: 'x' };
    for (const step of WAY[state]) await council.ask('POST', `/awards/${id}/${step}`, 200, payload);
    const answer = await sello.call('POST', `${API}/awards/${id}/${verb}`, { key: council.key, payload });
    const to = VERBS[verb as keyof typeof VERBS];
    if (ALLOWED.includes(`${state} ${verb}`)) return expect(answer.body.award.status).toBe(to);
    const message = expectRefusal(answer, 409, 'invalid_transition');
    expect(message).toContain(`\`${state}\``);
    expect(message).toContain(`\`${to}\``);
  },
);

test('of ten approvals at once, one succeeds and makes one entry', async ({ sello, council }) => {
  const course = await accreditedCourse(council);
  const memberId = await council.enrol();
  const { id } = await newAward(council, memberId, course.id);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => sello.call('POST', `${API}/awards/${id}/approve`, { key: council.key })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await council.ask('GET', `/members/${memberId}/ledger`, 200)).entries).toHaveLength(1);
});
