import { openEmployer, publicMember } from '../../../harness/watches.ts';
import { expect, test } from '../../../harness/world.ts';

test('each row is judged on its own, from JSON and from a table in people’s words, and twice is once', async ({
  council,
  sello,
}) => {
  const employer = await openEmployer(sello);
  const one = await publicMember(council);
  const two = await council.member({});
  const council_id = council.accountId;
  const rows = [
    { council_id, number: one.member_number, surname: 'Luna', external_id: 'e-1' },
    { public_url: one.public_url },
    { council_id, number: two.member_number, surname: 'Luna' },
    { council_id, number: two.member_number },
    'no row',
  ];
  const dry = await employer.ask('POST', '/watches/import', 200, { rows, dry_run: true });
  expect(dry.summary).toEqual({ rows: 5, created: 2, duplicate: 1, rejected: 2 });
  expect((await employer.must('GET', '/watches')).watches).toEqual([]);
  const done = await employer.ask('POST', '/watches/import', 200, { rows });
  expect(done.summary).toEqual(dry.summary);
  expect(done.rows).toMatchObject([
    { row: 1, status: 'created', watch_id: expect.stringMatching(/^wch_/), error: null },
    { row: 2, status: 'duplicate', watch_id: done.rows[0].watch_id },
    { row: 3, status: 'created' },
    { row: 4, status: 'rejected', watch_id: null, error: 'validation_failed' },
    { row: 5, status: 'rejected', error: 'validation_failed' },
  ]);
  const table = `Consejo;Cédula profesional;Apellido paterno;Empleado\n${council_id};${one.member_number};LUNA;e-1\n`;
  const again = await employer.call('POST', '/watches/import', undefined, {
    headers: { 'content-type': 'text/csv' },
    payload: table,
  });
  expect(again.body.summary).toEqual({ rows: 1, created: 0, duplicate: 1, rejected: 0 });
  const { watches } = await employer.must('GET', '/watches?status=active');
  expect(watches).toMatchObject([{ external_id: 'e-1', valid: true }]);
});
