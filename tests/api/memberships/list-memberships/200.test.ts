import { expect, test } from '../../../harness/world.ts';

const ids = (body: { memberships: { id: string }[] }) => body.memberships.map(({ id }) => id).sort();

test('each standing filter finds exactly the memberships whose record says so', async ({ council }) => {
  const ends = [-400, -31, -30, -1, 0, 1, 400];
  const made = [];
  for (const days of ends) made.push(await council.endingOn(council.today(days)));
  made.push(await council.membership({ starts_on: council.today(1) }));
  made.push(await council.membership({ starts_on: council.today() }));
  const waiting = await council.endingOn(council.today(-20));
  await council.must('POST', `/memberships/${waiting.id}/renewals`, {});
  const suspended = await council.endingOn(council.today(10));
  await council.must('POST', `/memberships/${suspended.id}/suspend`, {});
  const ended = await council.endingOn(council.today(10));
  await council.must('POST', `/memberships/${ended.id}/end`, {});
  const all = (await council.must('GET', '/memberships?limit=100')).memberships;
  const seen = new Set<string>();
  for (const standing of ['scheduled', 'current', 'grace', 'lapsed', 'suspended', 'ended']) {
    const body = await council.must('GET', `/memberships?limit=100&standing=${standing}`);
    const expected = all.filter((one: { standing: string }) => one.standing === standing);
    expect(ids(body), standing).toEqual(ids({ memberships: expected }));
    expect(expected.length, standing).toBeGreaterThan(0);
    for (const id of ids(body)) seen.add(id);
  }
  expect(seen.size).toBe(all.length);
  expect(made.map(({ standing }) => standing)).toEqual([
    'lapsed',
    'lapsed',
    'grace',
    'grace',
    'current',
    'current',
    'current',
    'scheduled',
    'current',
  ]);
});

test('memberships are filtered by member, program, status and track, newest first, page by page', async ({
  council,
}) => {
  const program = await council.program();
  const member = await council.member();
  const first = await council.membership({ program, member, tracks: ['examen', 'puntaje'] });
  const second = await council.membership({ program, tracks: ['puntaje'] });
  await council.must('POST', `/memberships/${second.id}/suspend`, {});
  const listed = async (query: string) => {
    const { memberships } = await council.must('GET', `/memberships?${query}`);
    return memberships.map(({ id }: { id: string }) => id);
  };
  expect(await listed(`program_id=${program.id}`)).toEqual([second.id, first.id]);
  expect(await listed(`program_id=${program.id}&limit=1&after=${second.id}`)).toEqual([first.id]);
  expect(await listed(`member_id=${member.id}`)).toEqual([first.id]);
  expect(await listed(`program_id=${program.id}&track=examen`)).toEqual([first.id]);
  expect(await listed(`program_id=${program.id}&status=suspended`)).toEqual([second.id]);
  expect(await listed('program_id=prg_0000000000000000000000')).toEqual([]);
  const { memberships, pagination } = await council.must(
    'GET',
    `/memberships?program_id=${program.id}&limit=1`,
  );
  expect(pagination).toEqual({ limit: 1, offset: 0, total: 2, has_more: true });
  expect(memberships[0].current_term.evaluation).toEqual({ met: false, counted: 0, missing_points: 60 });
});
