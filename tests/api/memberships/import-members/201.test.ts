import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { RULES } from '../../../harness/memberships.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base
  .extend(
    'csv',
    ({ council }) =>
      (text: string | Buffer, query = '') =>
        council.call('POST', `/members/import${query}`, undefined, {
          headers: { 'content-type': 'text/csv' },
          payload: text,
        }),
  )
  .extend(
    'memberOf',
    ({ council }) =>
      async (query: string) =>
        (await council.call('GET', `/members?${query}`)).body.members[0],
  );

test('a table of a spreadsheet becomes members; the answer states its encoding and what was ignored', async ({
  sello,
  council,
  csv,
  memberOf,
}) => {
  const text =
    'Given_Name;First_Surname;CURP;Professional_License;Teléfono casa;metadata.sede\n' +
    `José;Peña;${curpNumber(1)};1234567;55;Mérida\n;;;;;\nÍñigo;Ñandú;;;;\n`;
  const answer = await csv(Buffer.from(text, 'latin1'));
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.import).toMatchObject({
    id: expect.stringMatching(/^imp_[0-9A-Za-z]{22}$/),
    object: 'import',
    livemode: true,
    status: 'completed',
    summary: { rows: 2, created: 2, updated: 0, duplicate: 0, rejected: 0 },
    encoding: 'windows-1252',
    ignored_columns: ['teléfono casa'],
    problems: [],
  });
  const { pathname } = new URL(String(answer.headers.location));
  expect((await sello.call('GET', pathname, { key: council.key })).body).toEqual(answer.body);
  expect(await memberOf('professional_license=1234567')).toMatchObject({
    given_name: 'José',
    first_surname: 'Peña',
    curp: curpNumber(1),
    metadata: { sede: 'Mérida' },
    member_number: '00001',
  });
});

test('a broken row never affects the others, in JSON and in a table', async ({ council, csv, memberOf }) => {
  const good = { given_name: 'Eva', first_surname: 'Luna' };
  const rows = [
    { ...good, external_id: 'g-1' },
    'garbage',
    null,
    { ...good, given_name: 'A\u0000B' },
    { ...good, curp: 'X' },
    { ...good, rfc: {} },
    { first_surname: 'Sola' },
    { ...good, email: 'no', metadata: 7 },
    { ...good, public_profile: true },
    { ...good, program_id: 'prg_unknown', starts_on: '2026-01-01' },
    { ...good, starts_on: '2026-01-01' },
    { ...good, professional_license: 4711, external_id: 'g-2' },
  ];
  const { status, body, text } = await council.call('POST', '/members/import', { rows });
  expect(status, text).toBe(201);
  expect(body.import.summary).toEqual({ rows: 12, created: 2, updated: 0, duplicate: 0, rejected: 10 });
  expect(body.import.problems.map((one: { row: number; error: string }) => [one.row, one.error])).toEqual([
    [2, 'validation_failed'],
    [3, 'validation_failed'],
    [4, 'validation_failed'],
    [5, 'invalid_curp'],
    [6, 'validation_failed'],
    [7, 'validation_failed'],
    [8, 'validation_failed'],
    [9, 'consent_missing'],
    [10, 'validation_failed'],
    [11, 'validation_failed'],
  ]);
  expect((await memberOf('external_id=g-2')).professional_license).toBe('4711');
  const table = await csv('given_name,first_surname\nAna,Luna\nEva\nA,B,C\n"x\u0007",y\nZoe,Paz\n');
  expect(table.body.import.summary).toMatchObject({ rows: 5, created: 2, rejected: 3 });
});

test('on_conflict: skip leaves members as they are, update changes what the row names, fail rejects the row', async ({
  council,
}) => {
  const rows = [{ given_name: 'Luz', first_surname: 'Paz', curp: curpNumber(10), phone: '1' }];
  const post = async (more: object, on_conflict?: string) =>
    (await council.call('POST', '/members/import', { rows: [{ ...rows[0], ...more }], on_conflict })).body
      .import;
  expect((await post({})).summary).toMatchObject({ created: 1 });
  const search = { curp: curpNumber(10) };
  const find = async () => (await council.call('POST', '/members/search', search)).body.members[0];
  const { id } = await find();
  const skipped = await post({ phone: '2' });
  expect(skipped).toMatchObject({
    status: 'completed',
    summary: { created: 0, duplicate: 1 },
    problems: [{ row: 1, status: 'duplicate', member_id: id, error: null }],
  });
  expect((await find()).phone).toBe('1');
  expect((await post({ phone: '3', given_name: undefined }, 'update')).summary).toMatchObject({ updated: 1 });
  expect(await find()).toMatchObject({ phone: '3', given_name: 'Luz' });
  const failed = await post({}, 'fail');
  expect(failed).toMatchObject({ status: 'applied_nothing', summary: { rejected: 1 } });
  expect(failed.problems[0]).toMatchObject({ status: 'rejected', error: 'curp_taken', member_id: id });
});

test('two rows about one person, and a row that matches two members, are reported', async ({ council }) => {
  const names = { given_name: 'Sol', first_surname: 'Mar' };
  await council.call('POST', '/members', { ...names, member_number: 'S-1' });
  await council.call('POST', '/members', { ...names, member_number: 'S-2', professional_license: 'S-L' });
  const rows = [
    { ...names, external_id: 's-3' },
    { ...names, external_id: 's-3' },
    { ...names, member_number: 'S-1', professional_license: 'S-L' },
  ];
  const { problems, summary } = (await council.call('POST', '/members/import', { rows })).body.import;
  expect(summary).toMatchObject({ created: 1, duplicate: 1, rejected: 1 });
  expect(problems).toMatchObject([
    { row: 2, status: 'duplicate', member_id: expect.stringMatching(/^mem_/) },
    { row: 3, status: 'rejected', error: 'license_taken' },
  ]);
});

test('a row with a program opens the membership; the program may be named by its external id', async ({
  sello,
  council,
  memberOf,
}) => {
  const { id } = await council.program();
  await sello.database.query("update programs set external_id = 'cardio' where id = $1", [id]);
  const names = { given_name: 'Mar', first_surname: 'Río' };
  const rows = [
    { ...names, external_id: 'm-1', program_id: id, starts_on: '2025-03-01', tracks: ['adulto'] },
    { ...names, external_id: 'm-2', program_id: 'cardio' },
  ];
  const { body } = await council.call('POST', '/members/import', { rows });
  expect(body.import.summary).toMatchObject({ created: 2 });
  const memberships = (await council.call('GET', `/memberships?program_id=${id}`)).body.memberships;
  expect(
    memberships.find(({ starts_on }: { starts_on: string }) => starts_on === '2025-03-01'),
  ).toMatchObject({
    tracks: ['adulto'],
    standing: 'current',
    member_id: (await memberOf('external_id=m-1')).id,
  });
  expect(memberships).toHaveLength(2);
  const again = { rows, on_conflict: 'update' };
  expect((await council.call('POST', '/members/import', again)).body.import.summary).toMatchObject({
    updated: 2,
  });
  expect((await council.call('GET', `/memberships?program_id=${id}`)).body.memberships).toHaveLength(2);
  const draft = await council.program({ isDraft: true });
  const refused = await council.call('POST', '/members/import', {
    rows: [{ ...names, program_id: draft.id }],
  });
  expect(refused.body.import.problems[0].error).toBe('program_not_active');
});

test('a retry with the same Idempotency-Key gets the first answer', async ({ council }) => {
  const headers = { 'idempotency-key': 'once', 'content-type': 'text/csv' };
  const payload = 'given_name,first_surname\nUna,Vez\n';
  const call = () => council.call('POST', '/members/import', undefined, { headers, payload });
  const first = await call();
  const again = await call();
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expectRefusal(await council.call('GET', '/members?q=una%20vez&limit=0'), 422, 'validation_failed');
  expect((await council.call('GET', '/members?q=una%20vez')).body.members).toHaveLength(1);
});

test('rows that name no program get a membership in the import’s program', async ({
  council,
  csv,
  memberOf,
}) => {
  const [chosen, own] = [await council.program(), await council.program()];
  const starts_on = council.today(-100);
  const rows = [
    { given_name: 'Eva', first_surname: 'Elegida', external_id: 'p-1', starts_on },
    { given_name: 'Eva', first_surname: 'Propia', external_id: 'p-2', program_id: own.id },
  ];
  const answer = await council.call('POST', '/members/import', { rows, program_id: chosen.id });
  expect([answer.status, answer.body.import.problems], answer.text).toEqual([201, []]);
  const table = `given_name,first_surname,external_id,program_id\nEva,Tabla,p-3,\nEva,Suya,p-4,${own.id}\n`;
  expect((await csv(table, `?program_id=${chosen.id}`)).status).toBe(201);
  const programOf = async (externalId: string) => {
    const { id } = await memberOf(`external_id=${externalId}`);
    const { memberships } = await council.must('GET', `/memberships?member_id=${id}`);
    return memberships.map(({ program_id }: { program_id: string }) => program_id);
  };
  expect(await programOf('p-1')).toEqual([chosen.id]);
  expect(await programOf('p-2')).toEqual([own.id]);
  expect(await programOf('p-3')).toEqual([chosen.id]);
  expect(await programOf('p-4')).toEqual([own.id]);
});

test('an unknown program is reported for each row that needs it', async ({ council }) => {
  const rows = [{ given_name: 'Eva', first_surname: 'Sola' }];
  const answer = await council.call('POST', '/members/import', { rows, program_id: 'nadie' });
  expect(answer.body.import).toMatchObject({
    summary: { rejected: 1 },
    problems: [{ error: 'validation_failed' }],
  });
});

test('a row states the day from which its terms are counted; without that day it is rejected', async ({
  council,
}) => {
  const program = await council.program({ rules: { ...RULES, anchor: 'membership' } });
  const row = { first_surname: 'Ancla', program_id: program.id, starts_on: '2025-03-01' };
  const { import: posted } = await council.must('POST', '/members/import', {
    rows: [
      { ...row, given_name: 'Con', anchor: '2021-07-01' },
      { ...row, given_name: 'Sin' },
    ],
  });
  expect(posted.summary).toMatchObject({ created: 1, rejected: 1 });
  expect(posted.problems).toMatchObject([{ row: 2, error: 'anchor_missing' }]);
  const { memberships } = await council.must('GET', `/memberships?program_id=${program.id}`);
  expect(memberships).toMatchObject([{ anchor: '2021-07-01' }]);
});
