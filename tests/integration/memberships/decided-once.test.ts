import { expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil, RULES } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));

const FREE = { ...RULES, requirements: [] };

async function asked(): Promise<{ id: string; term: string; renewal: string }> {
  const { id, current_term } = await council.endingOn(council.today(-3), { rules: FREE });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, {});
  return { id, term: current_term.id, renewal: renewal.id };
}

test('many approvals at once open one term', async () => {
  const { id, renewal } = await asked();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => council.call('POST', `/renewals/${renewal}/approve`, {})),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect((await council.must('GET', `/memberships/${id}/terms`)).terms).toHaveLength(2);
});

test('of an approval and a rejection at once, one succeeds', async () => {
  for (let run = 0; run < 4; run += 1) {
    const { id, renewal } = await asked();
    const [approved, rejected] = await Promise.all([
      council.call('POST', `/renewals/${renewal}/approve`, {}),
      council.call('POST', `/renewals/${renewal}/reject`, { reason: 'x' }),
    ]);
    expect([approved.status, rejected.status].sort()).toEqual([200, 409]);
    const { terms } = await council.must('GET', `/memberships/${id}/terms`);
    expect(terms).toHaveLength(approved.status === 200 ? 2 : 1);
  }
});

test('of an extension and an approval at once, an approved term never has an extension beyond the day of its approval', async () => {
  for (let run = 0; run < 4; run += 1) {
    const { term, renewal } = await asked();
    const [extended, approved] = await Promise.all([
      council.call('POST', `/terms/${term}/extend`, { until: council.today(90), reason: 'x' }),
      council.call('POST', `/renewals/${renewal}/approve`, {}),
    ]);
    expect(approved.status).toBe(200);
    const after = (await council.must('GET', `/terms/${term}`)).term.extended_until;
    if (extended.status === 200) expect(after).toBe(council.today());
    else expect([extended.body.error, after]).toEqual(['term_decided', null]);
  }
});

test('points that arrive while a renewal is approved are either completely in its snapshot or not at all', async () => {
  for (let run = 0; run < 4; run += 1) {
    const { id, member_id, program_id, current_term } = await council.endingOn(council.today(10));
    const line = { program_id, category: 'emc', points: 60, completed_on: council.today(-1) };
    const [, renewed] = await Promise.all([
      council.points(member_id, [line]),
      council.call('POST', `/memberships/${id}/renewals`, { approve: true }),
    ]);
    if (renewed.status === 201) {
      expect(renewed.body.renewal.snapshot).toMatchObject({
        evaluation: { met: true, counted: 60 },
        ledger_head: { seq: 1 },
      });
    } else expect(renewed.body.error).toBe('renewal_not_eligible');
    const { term } = await council.must('GET', `/terms/${current_term.id}`);
    expect(term.evaluation.met).toBe(true);
  }
});
