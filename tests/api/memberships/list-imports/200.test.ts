import { expect, test } from '../../../harness/world.ts';

test('imports are listed newest first, without their problems', async ({ council }) => {
  const post = (rows: object[]) => council.ask('POST', '/members/import', 201, { rows });
  const { import: first } = await post([{ given_name: 'Eva', first_surname: 'Luna' }]);
  const { import: second } = await post([{ given_name: 'Eva' }]);
  const { body } = await council.call('GET', '/imports?limit=5');
  expect(body.imports.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  expect(body.imports[0]).toMatchObject({ status: 'applied_nothing', problems: [] });
  expect(body.pagination).toMatchObject({ total: 2, has_more: false });
});
