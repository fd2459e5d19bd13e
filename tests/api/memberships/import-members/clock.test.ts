import { newClock, openTestCouncil } from '../../../harness/clocks.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('members imported under a test clock live on its day, and their memberships begin on it', async ({
  sello,
}) => {
  const council = await openTestCouncil(sello);
  const { id: program_id } = await council.program();
  const clock_id = await newClock(council, '2031-05-01');
  const old = await council.member({ member_number: 'A-1' });
  const posted = await council.call(
    'POST',
    `/members/import?clock_id=${clock_id}&program_id=${program_id}`,
    undefined,
    {
      payload: Buffer.from('Número de miembro;Nombre(s);Apellido paterno\nA-1;Ana;Luna\nA-2;Eva;Sol\n'),
      headers: { 'content-type': 'text/csv' },
    },
  );
  expect(posted.body.import.summary, posted.text).toMatchObject({ created: 1, duplicate: 1 });
  const under = (await council.must('GET', `/members?clock_id=${clock_id}`)).members;
  expect(under).toMatchObject([{ member_number: 'A-2', clock_id }]);
  const { memberships } = await council.must('GET', `/memberships?clock_id=${clock_id}`);
  expect(memberships).toMatchObject([
    { member_id: under[0].id, starts_on: '2031-05-01', standing: 'current' },
  ]);
  expect((await council.must('GET', `/members/${old.id}`)).member.clock_id).toBeNull();
});

test('rows that do not fit under the clock are refused one by one', async ({ sello }) => {
  const council = await openTestCouncil(sello);
  const clock_id = await newClock(council);
  const rows = Array.from({ length: 102 }, (_, i) => ({ given_name: `Ana ${i}`, first_surname: 'Luna' }));
  const made = (await council.must('POST', '/members/import', { rows, clock_id })).import;
  expect(made.summary).toMatchObject({ created: 100, rejected: 2 });
  expect(made.problems).toMatchObject([
    { row: 101, error: 'clock_full' },
    { row: 102, error: 'clock_full' },
  ]);
});

test('live mode has no clocks', async ({ council }) => {
  const rows = [{ given_name: 'Ana', first_surname: 'Luna' }];
  const refused = await council.call('POST', '/members/import', { rows, clock_id: 'clk_1' });
  expect(expectRefusal(refused, 422, 'validation_failed')).toContain('clock_id');
});
