import { expect, test } from '../../../harness/world.ts';

test('a single term has its whole evaluation, with the reason why an award counts less', async ({
  council,
}) => {
  const { id, member_id, program_id, current_term } = await council.membership({ starts_on: '2026-01-01' });
  await council.points(member_id, [
    { program_id, category: 'emc', points: 40.1, completed_on: '2026-02-01' },
    { program_id, category: 'docencia', points: 25, completed_on: '2026-03-01' },
    { program_id, category: 'emc', points: 9, completed_on: '2025-12-31' },
    { program_id, category: 'gone', points: 3, completed_on: '2026-04-01' },
  ]);
  const { term } = await council.must('GET', `/terms/${current_term.id}`);
  expect(term).toMatchObject({ object: 'term', membership_id: id, number: 1, renewal_id: null, void: false });
  expect(term.evaluation).toMatchObject({
    as_of: council.today(),
    program_version: 1,
    term: 1,
    met: true,
    counted: 60.1,
    earned: 65.1,
    missing_points: 0,
    by_category: [
      { code: 'emc', earned: 40.1, counted: 40.1, max_points: null },
      { code: 'docencia', earned: 25, counted: 20, max_points: 20 },
    ],
    requirements: [{ code: 'total', name: 'Total', min: 60, have: 60.1, missing: 0, met: true }],
  });
  expect(term.evaluation.awards.map(({ because }: { because: string }) => because)).toEqual([
    'outside_terms',
    null,
    'cap:docencia',
    'not_in_version',
  ]);
  const { terms } = await council.must('GET', `/memberships/${id}/terms`);
  expect(terms[0].evaluation).toEqual({ met: true, counted: 60.1, missing_points: 0 });
});

test('revoked points do not count until they are given again', async ({ sello, council }) => {
  const { member_id, program_id, current_term } = await council.membership({ starts_on: '2026-01-01' });
  const award = {
    id: sello.ports.newId('awd'),
    program_id,
    category: 'emc',
    points: 7,
    completed_on: '2026-02-01',
  };
  const counted = async () =>
    (await council.must('GET', `/terms/${current_term.id}`)).term.evaluation.counted;
  await council.points(member_id, [award]);
  expect(await counted()).toBe(7);
  await council.reverse(member_id, [award]);
  expect(await counted()).toBe(0);
  await council.points(member_id, [{ ...award, id: sello.ports.newId('awd') }]);
  expect(await counted()).toBe(7);
});

test('`on` counts what was written and completed by the end of that day in the account’s time zone', async ({
  sello,
  council,
}) => {
  const { id, member_id, program_id, current_term } = await council.membership({ starts_on: '2026-01-01' });
  const line = { program_id, category: 'emc', points: 1, completed_on: '2026-02-10' };
  const early = { ...line, id: sello.ports.newId('awd') };
  // Mexico City is six hours behind: the 10th ends at 06:00 of the 11th.
  await council.points(member_id, [early], { at: new Date('2026-02-11T05:59:59.999Z') });
  await council.points(member_id, [{ ...line, points: 2 }], { at: new Date('2026-02-11T06:00:00Z') });
  await council.reverse(member_id, [early]);
  const on = async (day: string) => {
    const { term } = await council.must('GET', `/terms/${current_term.id}?on=${day}`);
    const { terms } = await council.must('GET', `/memberships/${id}/terms?on=${day}`);
    expect(terms[0].evaluation.counted).toBe(term.evaluation.counted);
    expect(term.evaluation.as_of).toBe(day);
    return term.evaluation.counted;
  };
  expect(await on('2026-02-09')).toBe(0);
  expect(await on('2026-02-10')).toBe(1);
  expect(await on('2026-02-11')).toBe(3);
  expect(await on(council.today())).toBe(2);
});

test('reasons of waivers and extensions are shown only to keys that may decide', async ({ council }) => {
  const { current_term } = await council.membership();
  const until = current_term.ends_on
    .replace(/^(\d{4})/, (year: string) => String(Number(year) + 1))
    .replace('02-29', '02-28');
  await council.must('POST', `/terms/${current_term.id}/extend`, { until, reason: 'quimioterapia' });
  await council.must('PUT', `/terms/${current_term.id}/waivers/total`, { min_points: 0, reason: 'embarazo' });
  const decides = (await council.must('GET', `/terms/${current_term.id}`)).term;
  expect([decides.extension_reason, decides.waivers[0].reason]).toEqual(['quimioterapia', 'embarazo']);
  const key = await council.keyWith('memberships:read');
  const seen = await council.call('GET', `/terms/${current_term.id}`, undefined, { key });
  expect(seen.body.term.waivers).toEqual([{ requirement: 'total', min_points: 0, reason: null }]);
  expect(seen.text).not.toMatch(/quimioterapia|embarazo/);
});
