import { expect, test } from '../../../harness/world.ts';

test('undo deletes the members of an import with the memberships it opened, and the figures follow', async ({
  council,
  sello,
}) => {
  const { program } = await council.ask('POST', '/programs', 201, {
    name: 'Consejo',
    rules: { term_months: 36, categories: [{ code: 'ec', name: 'EC' }], requirements: [] },
  });
  await council.ask('POST', `/programs/${program.id}/activate`, 200);
  await council.ask('POST', '/members', 201, {
    given_name: 'Ana',
    first_surname: 'Vive',
    external_id: 'a-0',
  });
  const rows = Array.from({ length: 600 }, (_, i) => ({
    given_name: 'Eva',
    first_surname: 'Luna',
    external_id: `a-${i}`,
  }));
  const post = () => council.ask('POST', '/members/import', 201, { rows, program_id: program.id });
  const { import: made } = await post();
  expect(made.summary).toMatchObject({ created: 599, duplicate: 1 });
  // One imported member was deleted by hand before the undo, which succeeds all the same.
  const { members } = (await council.call('GET', '/members?external_id=a-1')).body;
  expect(
    (await council.call('GET', `/memberships?member_id=${members[0].id}`)).body.memberships,
  ).toHaveLength(1);
  const { import: undone } = await council.ask('POST', `/imports/${made.id}/undo`, 200);
  expect(undone).toMatchObject({ id: made.id, status: 'undone' });
  expect((await council.call('GET', '/members')).body.pagination.total).toBe(1);
  expect((await council.call('GET', '/memberships')).body.pagination.total).toBe(0);
  const [tally] = await sello.database.query(
    "select coalesce(sum(count), 0)::integer as left from membership_tallies where kind = 'active' and program_id = $1",
    [program.id],
  );
  expect(tally).toEqual({ left: 0 });
  // The same table can be imported again, and the list shows what happened to both imports.
  expect((await post()).import.summary).toMatchObject({ created: 599 });
  const { imports } = (await council.call('GET', '/imports')).body;
  expect(imports.map(({ status }: { status: string }) => status)).toEqual(['completed', 'undone']);
});
