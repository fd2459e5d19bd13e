import { RULES } from '../../../harness/memberships.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'patch',
  ({ council }) =>
    async (id: string, change: object) =>
      (await council.must('PATCH', `/programs/${id}`, change)).program,
);

test('only named fields change; metadata is merged, null removes', async ({ council, patch }) => {
  const made = await council.must('POST', '/programs', {
    name: 'Antes',
    rules: RULES,
    external_id: 'x-1',
    metadata: { a: '1', b: '2' },
  });
  const { id, ...before } = made.program;
  const after = await patch(id, { name: 'Después', unit: 'créditos', metadata: { a: null, c: '3' } });
  expect(after).toEqual({
    ...before,
    id,
    name: 'Después',
    unit: 'créditos',
    metadata: { b: '2', c: '3' },
    updated_at: after.updated_at,
  });
  expect((await patch(id, { external_id: null })).external_id).toBeNull();
});

test('a draft changes in place and stays at version 1', async ({ council, patch }) => {
  const { id } = await council.program({ isDraft: true });
  const checklist = [{ code: 'cuota', name: 'Cuota', tracks: [] }];
  const changed = await patch(id, { rules: { ...RULES, term_months: 60 }, checklist });
  expect(changed).toMatchObject({ version: 1, status: 'draft', checklist, rules: { term_months: 60 } });
  expect((await patch(id, { rules: { ...RULES, term_months: 24 }, version: 1 })).version).toBe(1);
});

test('a change of an active program’s rules or checklist makes a new version; other fields do not', async ({
  council,
  patch,
}) => {
  const { id } = await council.program();
  expect(await patch(id, { name: 'Otro' })).toMatchObject({ version: 1 });
  expect(await patch(id, { version: 1, rules: { ...RULES, grace_days: 1 } })).toMatchObject({ version: 2 });
  const checklist = [{ code: 'carta', name: 'Carta' }];
  expect(await patch(id, { version: 2, checklist })).toMatchObject({
    version: 3,
    rules: { grace_days: 1 },
    checklist: [{ code: 'carta', tracks: [] }],
  });
});

test('a retired program’s rules may change, because it still renews memberships', async ({
  council,
  patch,
}) => {
  const { id } = await council.program();
  await council.must('POST', `/programs/${id}/retire`);
  expect(await patch(id, { version: 1, rules: { ...RULES, grace_days: 5 } })).toMatchObject({
    version: 2,
    status: 'retired',
  });
});

test('the audit log has both values, and of rules the versions', async ({ sello, council, patch }) => {
  const { id } = await council.program();
  await patch(id, { name: 'Nuevo', version: 1, rules: { ...RULES, grace_days: 9 } });
  await patch(id, { name: 'Nuevo' });
  const rows = await sello.database.query(
    'select action, details from audit_events where target = $1 order by number',
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['program.create', 'program.activate', 'program.change']);
  expect(rows[2]?.details).toMatchObject({
    changes: { name: { from: 'Consejo', to: 'Nuevo' }, version: { from: 1, to: 2 } },
  });
});
