import { expect, test } from '../../../harness/world.ts';

test('a marking as it was answered, with its problems in the language of the caller', async ({ council }) => {
  const rows = [{ member_number: 'nobody', item: 'cuota' }];
  const { marking } = await council.must('POST', '/markings', { rows });
  const read = await council.call('GET', `/markings/${marking.id}`, undefined, {
    headers: { 'accept-language': 'es' },
  });
  expect(read.body.marking).toEqual({
    ...marking,
    problems: [{ ...marking.problems[0], message: expect.stringContaining('no es de ningún miembro') }],
  });
});
