import { expect, test } from '../../../harness/world.ts';

test('markings stand apart from imports and rosters, newest first, without their problems', async ({
  council,
}) => {
  const { member_id } = await council.membership({ checklist: [{ code: 'cuota', name: 'Cuota' }] });
  const post = async (item: string) =>
    (await council.must('POST', '/markings', { rows: [{ member_id, item }] })).marking.id;
  const first = await post('cuota');
  const second = await post('nada');
  const { markings, pagination } = await council.must('GET', '/markings');
  expect(markings).toMatchObject([
    { id: second, status: 'applied_nothing', problems: [] },
    { id: first, status: 'completed' },
  ]);
  expect(pagination.total).toBe(2);
  expect((await council.must('GET', '/imports')).imports).toEqual([]);
  expect((await council.must('GET', '/rosters')).rosters).toEqual([]);
  const { marking } = await council.must('GET', `/markings/${second}`);
  expect(marking.problems).toMatchObject([{ row: 1, status: 'rejected' }]);
});
