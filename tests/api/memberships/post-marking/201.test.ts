import { toWorkbook } from '../../../../server/src/http/workbook.ts';
import { type Council, openCouncil } from '../../../harness/memberships.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

const CURP = 'HEGG560427MVZRRL04';
const CHECKLIST = [
  { code: 'cuota', name: 'Cuota anual' },
  { code: 'examen', name: 'Examen', tracks: ['examen'] },
  { code: 'carta', name: 'Carta de ética', period: 'year' as const },
];

/** A council with two members of one program, the first with every identifier. */
async function open(sello: TestSello) {
  const council = await openCouncil(sello);
  const program = await council.program({ checklist: CHECKLIST });
  const one = await council.member({
    ...{ member_number: 'N-1', external_id: 'x-1', professional_license: 'L-1', curp: CURP },
    email: 'Ana@Example.com',
  });
  const two = await council.member({ member_number: 'N-2' });
  const enrol = async (member: { id: string }) =>
    (await council.membership({ member, program, starts_on: council.today(-30) })).current_term.id;
  return { council, program, one, two, terms: [await enrol(one), await enrol(two)] as const };
}

const marksOf = async (council: Council, term: string) =>
  (await council.must('GET', `/terms/${term}`)).term.checklist.filter(({ done }: { done: boolean }) => done);

test('each identifier finds its member; the mark stands as if it were set by hand', async ({ sello }) => {
  const { council, one, terms } = await open(sello);
  const names = [
    { member_id: one.id },
    { member_number: 'N-1' },
    { external_id: 'x-1' },
    { professional_license: 'L-1' },
    { curp: CURP.toLowerCase() },
    { email: 'ana@example.com', member_id: null },
  ];
  const day = council.today(-3);
  const rows = names.map((name) => ({ ...name, item: 'cuota', done_on: day, note: 'Recibo 7' }));
  const answer = await council.call('POST', '/markings', { rows });
  expect(answer.status, answer.text).toBe(201);
  const { marking } = answer.body;
  expect(marking).toMatchObject({
    id: expect.stringMatching(/^mrk_/),
    object: 'marking',
    status: 'completed',
    summary: { rows: 6, updated: 1, duplicate: 5, rejected: 0 },
    problems: Array.from({ length: 5 }, () => ({ status: 'duplicate', term_id: terms[0], error: null })),
  });
  expect(Object.keys(marking.summary)).toEqual(['rows', 'updated', 'duplicate', 'rejected']);
  expect(new URL(String(answer.headers.location)).pathname).toBe(`${API}/markings/${marking.id}`);
  expect(await marksOf(council, terms[0])).toEqual([
    { code: 'cuota', name: 'Cuota anual', done: true, done_on: day, note: 'Recibo 7', certificate_id: null },
  ]);
  expect(await marksOf(council, terms[1])).toEqual([]);
});

test('rows that cannot be marked say why, one by one; the others count', async ({ sello }) => {
  const { council, program } = await open(sello);
  const other = await council.program({ checklist: CHECKLIST.slice(0, 1) });
  const both = await council.member({ member_number: 'N-3' });
  for (const one of [program, other]) await council.membership({ member: both, program: one });
  const outside = await council.member({ member_number: 'N-4' });
  await council.member({ email: 'two@example.com' });
  await council.member({ email: 'two@example.com' });
  const rows = [
    { member_number: 'N-1', item: 'cuota' },
    { member_number: 'nobody', item: 'cuota' },
    { email: 'two@example.com', item: 'cuota' },
    { item: 'cuota' },
    { member_number: 'N-1' },
    { member_number: 'N-1', item: 'otra' },
    { member_number: 'N-1', item: 'examen' },
    { member_number: 'N-1', item: 'carta' },
    { member_number: 'N-1', item: 'carta', year: 4 },
    { member_number: 'N-1', item: 'cuota', year: 1 },
    { member_number: 'N-1', item: 'cuota', done_on: council.today(1) },
    { member_number: 'N-1', item: 'cuota', done: 'maybe', done_on: '31/01/2026' },
    { member_number: 'N-3', item: 'cuota' },
    { member_number: 'N-3', item: 'cuota', program_id: 'Nadie' },
    { member_id: outside.id, item: 'cuota' },
    { member_number: 'N-3', item: 'cuota', program_id: other.id },
    { member_number: 'N-2', item: 'Cuota Anual' },
    { member_number: 'N-2', item: 'carta', year: 2 },
  ];
  const { marking } = await council.must('POST', '/markings', { rows });
  expect(marking.summary).toEqual({ rows: 18, updated: 4, duplicate: 0, rejected: 14 });
  const told = marking.problems.map(({ row, error, message }: Record<string, unknown>) => [
    row,
    error,
    message,
  ]);
  expect(told).toEqual([
    [2, 'member_not_found', expect.any(String)],
    [3, 'member_ambiguous', expect.any(String)],
    [4, 'validation_failed', expect.stringContaining('`external_id`')],
    [5, 'validation_failed', expect.stringContaining('`item`')],
    [6, 'validation_failed', expect.stringContaining('It has: cuota, carta.')],
    [7, 'validation_failed', expect.stringContaining('It has: cuota, carta.')],
    [8, 'validation_failed', expect.stringContaining('1 to 3')],
    [9, 'validation_failed', expect.stringContaining('1 to 3')],
    [10, 'validation_failed', expect.stringContaining('yearly items')],
    [11, 'validation_failed', expect.stringContaining('`done_on`')],
    [12, 'validation_failed', expect.stringMatching(/`done`.*`done_on`/)],
    [13, 'validation_failed', expect.stringContaining('several programs')],
    [14, 'validation_failed', expect.stringContaining('`program_id`')],
    [15, 'no_membership', expect.any(String)],
  ]);
});

test('posted again on another day a table changes nothing; what a row leaves out stays', async ({
  sello,
}) => {
  const { council, terms } = await open(sello);
  const day = council.today(-5);
  const post = async (row: object) =>
    (await council.must('POST', '/markings', { rows: [{ member_number: 'N-1', item: 'cuota', ...row }] }))
      .marking.summary;
  expect(await post({ done_on: day, note: 'Recibo 7' })).toMatchObject({ updated: 1 });
  expect(await post({})).toMatchObject({ updated: 0, duplicate: 1 });
  expect(await post({ note: 'Recibo 8' })).toMatchObject({ updated: 1 });
  expect(await marksOf(council, terms[0])).toMatchObject([{ done_on: day, note: 'Recibo 8' }]);
  expect(await post({ done: false })).toMatchObject({ updated: 1 });
  expect(await marksOf(council, terms[0])).toEqual([]);
  expect(await post({})).toMatchObject({ updated: 1 });
  expect(await marksOf(council, terms[0])).toMatchObject([{ done_on: council.today() }]);
});

test('a workbook in people’s words, and a table in English, are read as they are', async ({ sello }) => {
  const { council, terms } = await open(sello);
  const send = async (payload: Buffer | string, type: string) =>
    (await council.call('POST', '/markings', undefined, { payload, headers: { 'content-type': type } })).body
      .marking;
  const workbook = await toWorkbook(
    ['No. de socio', 'Concepto', 'Estatus', 'Fecha de pago', 'Observaciones', 'Banco'],
    [
      ['N-1', 'Cuota anual', 'Pagado', '15/01/2026', 'Recibo 118', 'BBVA'],
      ['N-2', 'CUOTA', 'Pendiente', null, null, null],
    ],
  );
  const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  expect(await send(Buffer.from(workbook), XLSX)).toMatchObject({
    encoding: 'xlsx',
    summary: { rows: 2, updated: 1, duplicate: 1, rejected: 0 },
    ignored_columns: ['banco'],
  });
  expect(await marksOf(council, terms[0])).toMatchObject([{ done_on: '2026-01-15', note: 'Recibo 118' }]);
  const table = 'Member number;Checklist item;Paid;Paid on\nN-2;Cuota;yes;2026-01-16\n';
  expect((await send(table, 'text/csv')).summary).toMatchObject({ updated: 1, rejected: 0 });
  expect(await marksOf(council, terms[1])).toMatchObject([{ done_on: '2026-01-16' }]);
});

test('a later row about the same item goes before an earlier one', async ({ sello }) => {
  const { council, terms } = await open(sello);
  const row = { member_number: 'N-1', item: 'cuota' };
  const rows = [row, { ...row, done: false }, { ...row, note: 'Sí' }];
  expect((await council.must('POST', '/markings', { rows })).marking.summary.updated).toBe(3);
  expect(await marksOf(council, terms[0])).toMatchObject([{ note: 'Sí' }]);
});

test('a member of another account is as unknown as one that never was', async ({ sello }) => {
  await open(sello);
  const { key } = await sello.newAccount();
  const answer = await sello.call('POST', `${API}/markings`, {
    key,
    payload: { rows: [{ member_number: 'N-1', item: 'cuota' }] },
  });
  expect(answer.body.marking).toMatchObject({
    status: 'applied_nothing',
    problems: [{ error: 'member_not_found' }],
  });
});

test('marks by a table may be what a renewal waited for', async ({ council }) => {
  const { id, member_id, program_id } = await council.endingOn(council.today(30), {
    checklist: CHECKLIST.slice(0, 1),
  });
  await council.points(member_id, [
    { program_id, category: 'emc', points: 60, completed_on: council.today(-10) },
  ]);
  const canRenew = async () =>
    (await council.must('GET', `/memberships/${id}/eligibility`)).eligibility.can_renew;
  expect(await canRenew()).toBe(false);
  await council.must('POST', '/markings', { rows: [{ member_id, item: 'cuota' }] });
  expect(await canRenew()).toBe(true);
});
