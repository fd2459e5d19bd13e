import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import type { TestSello } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'csv',
  ({ council }) =>
    (text: string | Buffer, query = '') =>
      council.call('POST', `/members/import${query}`, undefined, {
        headers: { 'content-type': 'text/csv' },
        payload: text,
      }),
);

const TABLE = [
  'given_name,first_surname,curp,phone',
  `Ana,Luna,${curpNumber(1)},+52 55`,
  `Eva,Luna,${curpNumber(1)},`,
  `Zoe,"=HYPERLINK(""x"")",bad,`,
].join('\n');

test('rows are listed in the order of the table, by status, in pages', async ({ council, csv }) => {
  const { id } = (await csv(TABLE)).body.import;
  const rows = async (query: string) => (await council.call('GET', `/imports/${id}/rows${query}`)).body;
  const all = await rows('');
  expect(all.pagination).toEqual({ limit: 20, offset: 0, total: 3, has_more: false });
  expect(all.rows).toMatchObject([
    {
      row: 1,
      status: 'created',
      member_id: expect.stringMatching(/^mem_/),
      error: null,
      values: { given_name: 'Ana', curp: curpNumber(1) },
    },
    { row: 2, status: 'duplicate', member_id: all.rows[0].member_id },
    {
      row: 3,
      status: 'rejected',
      member_id: null,
      error: 'invalid_curp',
      message: expect.stringContaining('18'),
    },
  ]);
  expect((await rows('?status=rejected')).rows).toHaveLength(1);
  expect(await rows('?limit=1&offset=1')).toMatchObject({
    rows: [{ row: 2 }],
    pagination: { has_more: true },
  });
  expectRefusal(await council.call('GET', `/imports/${id}/rows?status=fine`), 422, 'validation_failed');
});

test('the CSV has what was posted and the result, is harmless in spreadsheets, and can be posted again', async ({
  council,
  csv,
}) => {
  const { id } = (await csv(TABLE)).body.import;
  const answer = await council.call('GET', `/imports/${id}/rows?format=csv`, undefined, {
    headers: { 'accept-language': 'es' },
  });
  expect(answer.headers['content-type']).toContain('text/csv');
  expect(answer.headers['content-disposition']).toContain(`import-${id}.csv`);
  const lines = answer.text.slice(1).split('\r\n');
  expect(lines[0]).toBe('given_name,first_surname,curp,phone,status,member_id,error,message');
  expect(lines[3]).toContain(`"'=HYPERLINK(""x"")"`);
  expect(lines[3]).toContain('invalid_curp');
  expect(lines[3]).toContain('debe tener 18 caracteres');
  const mended = answer.text.replace(',bad,', `,${curpNumber(2)},`);
  const again = (await csv(mended)).body.import;
  expect(again).toMatchObject({ summary: { created: 1, duplicate: 2 }, ignored_columns: [] });
  expect((await council.call('GET', '/members?q=hyperlink')).body.members[0].first_surname).toBe(
    '=HYPERLINK("x")',
  );
});

test('identifiers are masked without members:identify, and shown with an entry in the audit log', async ({
  sello,
  council,
  csv,
}) => {
  const { id } = (await csv(TABLE)).body.import;
  const account = { id: council.accountId } as Parameters<TestSello['newKey']>[0];
  const { key } = await sello.newKey(account, { scopes: ['members:read'] });
  for (const query of ['', '?format=csv']) {
    const { text } = await council.call('GET', `/imports/${id}/rows${query}`, undefined, { key });
    expect(text).not.toContain(curpNumber(1));
    expect(text).toContain(`****************${curpNumber(1).slice(-2)}`);
  }
  const noted = () =>
    sello.database.query("select 1 from audit_events where action = 'import.identify' and target = $1", [id]);
  expect(await noted()).toHaveLength(0);
  await council.call('GET', `/imports/${id}/rows`);
  expect(await noted()).toHaveLength(1);
});
