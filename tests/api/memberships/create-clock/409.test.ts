import { MOST_CLOCKS } from '../../../../server/src/memberships/clocks/clock.ts';
import { openTestCouncil } from '../../../harness/clocks.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('P105 an account cannot have more clocks than its limit, even if it asks for many at once', async ({
  sello,
}) => {
  const council = await openTestCouncil(sello);
  const answers = await Promise.all(
    Array.from({ length: MOST_CLOCKS + 3 }, () => council.call('POST', '/clocks', {})),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MOST_CLOCKS);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expectRefusal(answer, 409, 'too_many_clocks');
  const [first] = answers.flatMap(({ body }) => body.clock ?? []);
  await council.must('DELETE', `/clocks/${first.id}`);
  await council.must('POST', '/clocks', {});
});
