import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openEmployer } from '../../../harness/watches.ts';
import { expect, test } from '../../../harness/world.ts';

test('a page that is not public is as unknown as one that never was', async ({ council, sello }) => {
  const employer = await openEmployer(sello);
  const [row] = await sello.database.query('select public_code from members where id = $1', [
    (await council.member({})).id,
  ]);
  const answers = [];
  for (const code of [String(row?.public_code), 'x'.repeat(22)]) {
    const answer = await employer.call('POST', '/watches', { public_url: `https://sello.example/m/${code}` });
    expectRefusal(answer, 404, 'not_found');
    answers.push(answer.text);
  }
  expect(answers[0]).toBe(answers[1]);
});
