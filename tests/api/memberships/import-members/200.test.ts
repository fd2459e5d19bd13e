import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
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
  .extend('dump', ({ sello }) => async (): Promise<string> => {
    const tables = [
      'members',
      'memberships',
      'membership_terms',
      'membership_numbers',
      'postings',
      'posted_rows',
      'audit_events',
    ];
    const rows = [];
    for (const table of tables)
      rows.push(await sello.database.query(`select t::text from ${table} t order by 1`));
    return JSON.stringify(rows);
  });

test('M5 a dry run says what would be done and changes no row of any table', async ({
  council,
  csv,
  dump,
}) => {
  const names = { given_name: 'Ana', first_surname: 'Luna' };
  const known = (await council.call('POST', '/members', { ...names, curp: curpNumber(1) })).body.member;
  const { id: program_id } = await council.program();
  const before = await dump();
  const rows = [
    { ...names, program_id },
    { ...names, curp: curpNumber(1) },
    { ...names, external_id: 'x' },
    { ...names, external_id: 'x' },
    { ...names, curp: 'bad' },
  ];
  const answer = await council.call('POST', '/members/import', { rows, dry_run: true });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.import).toMatchObject({
    id: null,
    summary: { rows: 5, created: 2, updated: 0, duplicate: 2, rejected: 1 },
    problems: [
      { row: 2, status: 'duplicate', member_id: known.id },
      { row: 4, status: 'duplicate', member_id: null },
      { row: 5, status: 'rejected', error: 'invalid_curp', member_id: null },
    ],
  });
  expect(answer.headers.location).toBeUndefined();
  const table = await csv('given_name,first_surname\nAna,Luna\n', '?dry_run=true&on_conflict=update');
  expect(table.body.import.summary).toMatchObject({ created: 1 });
  expect(table.status).toBe(200);
  expect(await dump()).toBe(before);
  expectRefusal(await csv('given_name\n', '?dry_run=perhaps'), 422, 'validation_failed');
});
