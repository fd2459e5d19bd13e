import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openProgramCouncil } from '../../../harness/program-council.ts';
import { expect, test } from '../../../harness/world.ts';

test('an import whose members have points, decisions or other memberships stays whole', async ({ sello }) => {
  const council = await openProgramCouncil(sello);
  const { programId, ask } = council;
  const undo = (id: string) => council.call('POST', `/imports/${id}/undo`);
  const post = async (external_id: string, more = {}) => {
    const row = { given_name: 'Eva', first_surname: 'Luna', external_id, starts_on: '2025-01-01' };
    const { import: made } = await ask('POST', '/members/import', 201, {
      rows: [{ ...row, program_id: programId, ...more }],
    });
    const [member] = (await council.call('GET', `/members?external_id=${external_id}`)).body.members;
    return { id: made.id as string, memberId: member.id as string };
  };
  const pointed = await post('p');
  await ask('POST', '/awards', 201, {
    member_id: pointed.memberId,
    activity: { title: 'Libro', kind: 'libro' },
    completed_on: '2025-02-01',
    points: [{ category: 'emc', points: 1 }],
  });
  expect(expectRefusal(await undo(pointed.id), 409, 'import_in_use')).toContain('1 of its members');
  const marked = await post('m');
  const [membership] = (await council.call('GET', `/memberships?member_id=${marked.memberId}`)).body
    .memberships;
  await ask('POST', `/memberships/${membership.id}/suspend`, 200, { reason: 'Adeudo' });
  expectRefusal(await undo(marked.id), 409, 'import_in_use');
  const joined = await post('j', { program_id: undefined, starts_on: undefined });
  await ask('POST', `/members/${joined.memberId}/memberships`, 201, { program_id: programId });
  expectRefusal(await undo(joined.id), 409, 'import_in_use');
  expect((await council.call('GET', '/members')).body.pagination.total).toBe(3);
});

test('an import that changed members, and one that was undone before, cannot be undone', async ({
  council,
}) => {
  const rows = [{ given_name: 'Eva', first_surname: 'Luna', external_id: 'e' }];
  const { import: first } = await council.ask('POST', '/members/import', 201, { rows });
  const { import: second } = await council.ask('POST', '/members/import', 201, {
    rows,
    on_conflict: 'update',
  });
  expect(
    expectRefusal(await council.call('POST', `/imports/${second.id}/undo`), 409, 'import_in_use'),
  ).toContain('on_conflict=update');
  await council.ask('POST', `/imports/${first.id}/undo`, 200);
  expectRefusal(await council.call('POST', `/imports/${first.id}/undo`), 409, 'invalid_transition');
});
