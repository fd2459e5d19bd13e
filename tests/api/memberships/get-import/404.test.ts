import { forgetOldRows } from '../../../../server/src/memberships/posted-tables/pg-postings.ts';
import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openCouncil } from '../../../harness/memberships.ts';
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

test('M12 an import of another account gets the 404 of an unknown one; rows are deleted after 90 days', async ({
  sello,
  council,
  csv,
}) => {
  const other = await openCouncil(sello);
  const answer = await csv(`given_name,first_surname,curp\nAna,Luna,${curpNumber(1)}\n`);
  const { id } = answer.body.import;
  const unknown = `${id.slice(0, -4)}0000`;
  for (const end of ['', '/rows', '/rows?format=csv']) {
    const foreign = await other.call('GET', `/imports/${id}${end}`);
    expectRefusal(foreign, 404, 'not_found');
    expect((await other.call('GET', `/imports/${unknown}${end}`)).text).toBe(foreign.text);
    expect((await council.call('GET', `/imports/${id}${end}`)).status).toBe(200);
  }
  await forgetOldRows(sello.ports.records, new Date(Date.now() + 89 * 86_400_000));
  expect((await council.call('GET', `/imports/${id}`)).status).toBe(200);
  await forgetOldRows(sello.ports.records, new Date(Date.now() + 91 * 86_400_000));
  expect((await council.call('GET', `/imports/${id}`)).body.import.summary).toMatchObject({
    rows: 1,
    created: 1,
  });
  expect((await council.call('GET', `/imports/${id}/rows`)).body.rows).toEqual([]);
  expect(await sello.database.query('select 1 from posted_rows')).toEqual([]);
});
