import { RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

const FREE = { ...RULES, requirements: [] };

type Row = { membership_id: string; outcome: string; renewal_id: string | null; reasons: { code: string }[] };

test('members who meet the requirements are renewed, the answer says why the others are not, and a second run finds nobody', async ({
  council,
}) => {
  const program = await council.program({
    rules: { ...FREE, anchor: council.today(11) },
    checklist: [{ code: 'cuota', name: 'Cuota' }],
  });
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    const { id, current_term } = await council.membership({ program, starts_on: council.today(-890) });
    ids.push(id);
    if (i !== 2) await council.must('PUT', `/terms/${current_term.id}/checklist/cuota`, { done: true });
  }
  const run = (more: object) => council.must('POST', '/renewals/batch', { program_id: program.id, ...more });
  const outcomes = (rows: Row[]) => rows.map(({ membership_id, outcome }) => [membership_id, outcome]);
  const tried = await run({ dry_run: true });
  const expected = ids.map((id, i) => [id, i === 2 ? 'not_eligible' : 'would_renew']);
  expect(outcomes(tried.rows)).toEqual(expected);
  expect(tried.rows[2].reasons).toMatchObject([{ code: 'checklist_not_done', item: 'cuota' }]);
  expect((await council.must('GET', '/renewals')).renewals).toEqual([]);
  // Renews in parts, each of which begins where the previous part ended.
  const rows: Row[] = [];
  let after: string | null | undefined;
  const left: number[] = [];
  do {
    const part = await run({ limit: 2, approve: true, ...(after && { after }) });
    rows.push(...part.rows);
    left.push(part.left);
    after = part.after;
  } while (after !== null);
  expect(left).toEqual([3, 1, 0]);
  expect(outcomes(rows)).toEqual(ids.map((id, i) => [id, i === 2 ? 'not_eligible' : 'renewed']));
  const { renewals } = await council.must('GET', '/renewals');
  expect(renewals).toHaveLength(4);
  for (const renewal of renewals)
    expect(renewal).toMatchObject({
      status: 'approved',
      basis: 'requirements',
      new_term_id: expect.any(String),
    });
  const again = await run({ approve: true });
  expect(outcomes(again.rows)).toEqual([[ids[2], 'not_eligible']]);
  expect(again).toMatchObject({ left: 0, after: null });
});

test('without `approve` the renewals are only requested, and two runs at once request none twice', async ({
  council,
}) => {
  const program = await council.program({ rules: { ...FREE, anchor: council.today(11) } });
  for (let i = 0; i < 4; i += 1) await council.membership({ program, starts_on: council.today(-890) });
  const run = () => council.must('POST', '/renewals/batch', { program_id: program.id });
  const both = await Promise.all([run(), run()]);
  const renewed = both.flatMap(({ rows }) => rows.filter(({ outcome }: Row) => outcome === 'renewed'));
  expect(renewed).toHaveLength(4);
  const { renewals } = await council.must('GET', '/renewals?status=requested');
  expect(renewals).toHaveLength(4);
});
