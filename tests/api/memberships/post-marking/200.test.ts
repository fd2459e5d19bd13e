import { expect, test } from '../../../harness/world.ts';

test('M5 a dry run says what would happen, and stores nothing', async ({ council, sello }) => {
  const { member_id } = await council.membership({ checklist: [{ code: 'cuota', name: 'Cuota' }] });
  const rows = [
    { member_id, item: 'cuota' },
    { member_number: 'nobody', item: 'cuota' },
  ];
  const kept = () =>
    sello.database.query(
      `select to_jsonb(t) as term, (select count(*) from postings p where p.account_id = $1) as postings,
              (select count(*) from audit_events e where e.account_id = $1) as entries
         from membership_terms t where t.account_id = $1`,
      [council.accountId],
    );
  const before = await kept();
  const { marking } = await council.ask('POST', '/markings', 200, { rows, dry_run: true });
  expect(marking).toMatchObject({
    id: null,
    summary: { rows: 2, updated: 1, duplicate: 0, rejected: 1 },
    problems: [{ row: 2, error: 'member_not_found' }],
  });
  const csv = await council.call('POST', '/markings?dry_run=true', undefined, {
    headers: { 'content-type': 'text/csv' },
    payload: `member_id,item\n${member_id},cuota\n`,
  });
  expect(csv.status, csv.text).toBe(200);
  expect(await kept()).toEqual(before);
});
