/** New rules, and the terms that are open when the rules are made. */

import { expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil, RULES } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));

const HARDER = { ...RULES, requirements: [{ code: 'total', min_points: 90, period: 'term' }] };

/** A membership with 70 points, of which 60 are required. */
async function membershipWithPoints() {
  const membership = await council.membership({ starts_on: '2026-01-01' });
  const { member_id, program_id } = membership;
  await council.points(member_id, [{ program_id, category: 'emc', points: 70, completed_on: '2026-02-01' }]);
  return membership;
}

const termOf = async ({ current_term }: { current_term: { id: string } }) =>
  (await council.must('GET', `/terms/${current_term.id}`)).term;

test('M11 a new version does not change open terms: neither their evaluation nor what lists say about them', async () => {
  const membership = await membershipWithPoints();
  const path = `/programs/${membership.program_id}`;
  const before = [await termOf(membership), await council.must('GET', `/memberships/${membership.id}`)];
  await council.must('PATCH', path, { version: 1, rules: { ...HARDER, term_months: 24, grace_days: 0 } });
  await council.must('PATCH', path, { version: 2, rules: HARDER, applies_to: 'new_terms' });
  expect([await termOf(membership), await council.must('GET', `/memberships/${membership.id}`)]).toEqual(
    before,
  );
  expect(before[0]).toMatchObject({ program_version: 1, evaluation: { met: true } });
  const later = await council.membership({ program: { id: membership.program_id }, starts_on: '2026-01-01' });
  expect(await termOf(later)).toMatchObject({ program_version: 3, evaluation: { missing_points: 90 } });
});

test('M11 on request it moves open terms, which are counted again at once, and the audit log says how many', async () => {
  const membership = await membershipWithPoints();
  const { program_id } = membership;
  const other = await council.membership({ program: { id: program_id } });
  const ended = await council.membership({ program: { id: program_id } });
  await council.must('POST', `/memberships/${ended.id}/end`, { reason: 'x' });
  const change = { version: 1, rules: { ...HARDER, grace_days: 90 }, applies_to: 'open_terms' };
  await council.must('PATCH', `/programs/${program_id}`, change);
  expect(await termOf(membership)).toMatchObject({
    program_version: 2,
    evaluation: { met: false, counted: 70, missing_points: 20, program_version: 2 },
  });
  expect(await termOf(other)).toMatchObject({ program_version: 2 });
  expect(await termOf(ended)).toMatchObject({ program_version: 1 });
  const { memberships } = await council.must('GET', `/memberships?program_id=${program_id}`);
  const listed = memberships.find(({ id }: { id: string }) => id === membership.id);
  expect(listed.current_term.evaluation).toEqual({ met: false, counted: 70, missing_points: 20 });
  const [event] = await sello.database.query(
    "select details from audit_events where target = $1 and action = 'program.change'",
    [program_id],
  );
  expect(event?.details).toMatchObject({ changes: { version: { from: 1, to: 2 } }, moved_terms: 2 });
});

test('a membership that is opened while terms are moved ends with the new version', async () => {
  for (let round = 0; round < 5; round += 1) {
    const program = await council.program();
    const members = await Promise.all(Array.from({ length: 6 }, () => council.member()));
    const [changed, ...opened] = await Promise.all([
      council.must('PATCH', `/programs/${program.id}`, {
        version: 1,
        rules: HARDER,
        applies_to: 'open_terms',
      }),
      ...members.map((member) => council.membership({ member, program })),
    ]);
    expect(changed.program.version).toBe(2);
    const versions = await Promise.all(opened.map(async (one) => (await termOf(one)).program_version));
    expect(versions).toEqual(members.map(() => 2));
  }
});
