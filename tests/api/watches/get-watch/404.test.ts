import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openEmployer, publicMember } from '../../../harness/watches.ts';
import { expect, test } from '../../../harness/world.ts';

test('M12 a watch of another account is as unknown as one that never was, also to the council', async ({
  council,
  sello,
}) => {
  const employer = await openEmployer(sello);
  const { id } = await employer.follow(council, await publicMember(council));
  const answers = [];
  for (const named of [id, 'wch_0000000000000000000000', 'x'])
    for (const method of ['GET', 'DELETE']) {
      const answer = await council.call(method, `/watches/${named}`);
      expectRefusal(answer, 404, 'not_found');
      answers.push(answer.text);
    }
  expect(new Set(answers).size).toBe(1);
  expect((await employer.must('GET', `/watches/${id}`)).watch.id).toBe(id);
});
