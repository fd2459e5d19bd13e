import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openCouncil } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('M12 a marking of another account, an import, and one that never was are equally unknown', async ({
  council,
  sello,
}) => {
  const other = await openCouncil(sello);
  const { marking } = await other.must('POST', '/markings', { rows: [{ member_number: 'x', item: 'x' }] });
  const rows = [{ given_name: 'Eva', first_surname: 'Sol' }];
  const made = (await council.must('POST', '/members/import', { rows })).import;
  const answers = [];
  for (const id of [marking.id, made.id, 'mrk_0000000000000000000000', 'x'])
    for (const path of [`/markings/${id}`, `/markings/${id}/rows`]) {
      const answer = await council.call('GET', path);
      expectRefusal(answer, 404, 'not_found');
      answers.push(answer.text);
    }
  expect(new Set(answers).size).toBe(1);
});
