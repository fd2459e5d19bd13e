import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { COURSE, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('M12 a program of another account gets the same answer as an unknown one', async ({
  sello,
  council,
}) => {
  const other = await openProgramCouncil(sello, (await sello.newAccount()).key);
  const answers = await Promise.all(
    [other.programId, 'prg_0000000000000000000000', 'nonsense'].map((program_id) => {
      const payload = { ...COURSE, points: [{ program_id, category: 'emc', points: 1 }] };
      return sello.call('POST', `${API}/courses`, { key: council.key, payload });
    }),
  );
  for (const answer of answers) expectRefusal(answer, 404, 'not_found');
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});
