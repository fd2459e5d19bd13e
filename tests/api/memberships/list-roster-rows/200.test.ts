import { accreditedCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('rows are listed by status, in pages, and as a table that can be fixed and posted again', async ({
  sello,
}) => {
  const account = await sello.newAccount();
  const own = await openProgramCouncil(sello, account.key);
  const course = await accreditedCourse(own);
  const ana = await own.enrol({ fields: { member_number: 'A-1' } });
  const eva = await own.enrol({ fields: { member_number: 'E-1' } });
  const table = 'member_number,role,nota\nA-1,,=1+1\nE-1,juez,"a ""b"""\n';
  const post = (payload: string) =>
    sello.call('POST', `${API}/courses/${course.id}/rosters`, {
      key: own.key,
      headers: { 'content-type': 'text/csv' },
      payload,
    });
  const { roster } = (await post(table)).body;
  const rejected = await own.ask('GET', `/rosters/${roster.id}/rows?status=rejected`, 200);
  expect(rejected.rows).toMatchObject([
    {
      row: 2,
      status: 'rejected',
      award_id: null,
      error: 'validation_failed',
      values: { member_number: 'E-1' },
    },
  ]);
  const page = await own.ask('GET', `/rosters/${roster.id}/rows?limit=1&offset=1`, 200);
  expect(page).toMatchObject({
    rows: [{ row: 2 }],
    pagination: { limit: 1, offset: 1, total: 2, has_more: false },
  });
  const csv = await sello.call('GET', `${API}/rosters/${roster.id}/rows?format=csv`, { key: own.key });
  expect(csv.headers['content-type']).toContain('text/csv');
  expect(csv.text).toContain('member_number,role,nota,status,award_id,error,message');
  // A spreadsheet must not run posted text as a formula.
  expect(csv.text).not.toMatch(/,=1\+1/);
  const mended = await post(csv.text.replace('juez', 'speaker'));
  expect(mended.body.roster).toMatchObject({
    summary: { rows: 2, created: 1, duplicate: 1, rejected: 0 },
    ignored_columns: ['nota'],
  });
  for (const id of [ana, eva]) {
    expect((await own.ask('GET', `/awards?member_id=${id}`, 200)).awards).toHaveLength(1);
  }
});

test('M13 rows are sealed at rest, and CURPs masked for anyone who may not see them', async ({ sello }) => {
  const curp = 'HEGG560427MVZRRL04';
  const account = await sello.newAccount();
  const own = await openProgramCouncil(sello, account.key);
  const course = await accreditedCourse(own);
  await own.enrol({ fields: { curp } });
  const { roster } = await own.ask('POST', `/courses/${course.id}/rosters`, 201, { rows: [{ curp }] });
  const { key } = await sello.newKey(account.account, { scopes: ['awards:read'] });
  const rows = async (reader: string) =>
    (await sello.call('GET', `${API}/rosters/${roster.id}/rows`, { key: reader })).body.rows[0].values.curp;
  expect(await rows(key)).toBe('****************04');
  expect(await rows(own.key)).toBe(curp);
  const [dump] = await sello.database.query('select string_agg(r::text, $1) as all from posted_rows r', [
    ' ',
  ]);
  expect(String(dump?.all)).not.toContain(curp);
});
