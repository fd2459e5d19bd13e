/** The room that draws take: a list of up to a hundred thousand memberships is sealed, and kept for good. */

import { fillProgram, newDraw } from '../harness/draws.ts';
import { expectRefusal, openCouncil } from '../harness/memberships.ts';
import { openTestSello } from '../harness/test-sello.ts';
import { around, expect } from '../harness/world.ts';

const test = around(async () => {
  const sello = await openTestSello();
  return { sello, close: () => sello.close() };
});

test('P105 the sealed lists of an account have a bound in each mode, whatever became of the draws', async ({
  world: { sello },
}) => {
  const live = await openCouncil(sello);
  for (const [council, most] of [
    [live, 10_000_000],
    [await openCouncil(sello, await live.testKey()), 1_000_000],
  ] as const) {
    const { programId } = await fillProgram(council, 3);
    const { draw } = await council.must('POST', '/draws', newDraw(council, programId));
    await council.must('POST', `/draws/${draw.id}/seal`);
    await council.must('POST', `/draws/${draw.id}/cancel`, { reason: 'Otra vez.' });
    await sello.database.query('update draws set candidates = $2 where id = $1', [draw.id, most - 3]);
    const next = (await council.must('POST', '/draws', newDraw(council, programId))).draw;
    await council.must('POST', `/draws/${next.id}/seal`);
    const last = (await council.must('POST', '/draws', newDraw(council, programId))).draw;
    const refused = await council.call('POST', `/draws/${last.id}/seal`);
    expectRefusal(refused, 402, 'storage_full', new RegExp(`at most ${most} candidates`));
    expect((await council.must('GET', `/draws/${last.id}`)).draw.status).toBe('draft');
  }
});
