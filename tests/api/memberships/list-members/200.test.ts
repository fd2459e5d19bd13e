import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend('ids', ({ council }) => async (query: string) => {
  const answer = await council.call('GET', `/members${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.members.map(({ id }: { id: string }) => id);
});

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('members are listed newest first, in pages by offset and after a member, with the total', async ({
  council,
  ids,
}) => {
  const made: string[] = [];
  for (let i = 0; i < 5; i++)
    made.unshift((await council.call('POST', '/members', { ...ANA, curp: curpNumber(i) })).body.member.id);
  const first = await council.call('GET', '/members?limit=2');
  expect(first.body.members.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2));
  expect(first.body.pagination).toEqual({ limit: 2, offset: 0, total: 5, has_more: true });
  expect(await ids('?limit=2&offset=4')).toEqual(made.slice(4));
  expect(await ids(`?limit=2&after=${made[1]}`)).toEqual(made.slice(2, 4));
  expectRefusal(await council.call('GET', '/members?after=mem_x'), 422, 'validation_failed');
});

test('in the order of names as a dictionary has them, of numbers, and of the ends of terms; in pages, and turned around', async ({
  council,
  ids,
}) => {
  const program = await council.program();
  const add = async (surname: string, number: string, starts: string | undefined, given = 'Ana') => {
    const named = {
      given_name: given,
      first_surname: surname,
      second_surname: 'Orden',
      member_number: number,
    };
    const { member } = (await council.call('POST', '/members', named)).body;
    if (starts !== undefined) await council.membership({ member, program, starts_on: starts });
    return member.id as string;
  };
  const nunez = await add('Núñez', 'B-2', '2018-03-01');
  const nunoz = await add('nunoz', 'B-1', '2015-03-01');
  const alvarez = await add('Álvarez', 'C-1', undefined);
  const alonso = await add('ALONSO', 'A-1', '2019-03-01');
  const alonsoEva = await add('Alonso', 'A-2', '2018-03-01', 'Eva');
  const other = await council.program();
  await council.membership({ member: { id: alonso }, program: other, starts_on: '2014-03-01' });
  // The council has other members too.
  const sorted = (query: string) => ids(`?q=orden&sort=${query}`);
  const orders = {
    name: [alonso, alonsoEva, alvarez, nunoz, nunez],
    member_number: [alonso, alonsoEva, nunoz, nunez, alvarez],
    // Two memberships end on the same day, so their members are in the order in which they were made. Members without a
    // membership are not in the list.
    valid_until: [alonso, nunoz, nunez, alonsoEva],
  };
  for (const [sort, order] of Object.entries(orders)) {
    expect(await sorted(`${sort}`), sort).toEqual(order);
    expect(await sorted(`${sort}&order=desc`), sort).toEqual(order.toReversed());
    expect(await sorted(`${sort}&limit=2&offset=1`), sort).toEqual(order.slice(1, 3));
    expect(await sorted(`${sort}&limit=2&after=${order[1]}`), sort).toEqual(order.slice(2, 4));
    const inProgram = order.filter((id) => id !== alvarez);
    expect((await sorted(`${sort}&program_id=${program.id}`)).toSorted()).toEqual(inProgram.toSorted());
  }
  expect(await sorted(`valid_until&program_id=${program.id}`)).toEqual([nunoz, nunez, alonsoEva, alonso]);
  expect(await ids('?sort=valid_until&q=alonso')).toEqual([alonso, alonsoEva]);
  expect(await sorted('name&standing=lapsed&order=desc')).toEqual(
    [alonso, alonsoEva, nunoz, nunez].toReversed(),
  );
  expectRefusal(
    await council.call('GET', `/members?sort=valid_until&after=${alvarez}`),
    422,
    'validation_failed',
  );
  expectRefusal(
    await council.call('GET', '/members?sort=name&after=mem_0000000000000000000000'),
    422,
    'validation_failed',
  );
  expectRefusal(await council.call('GET', '/members?sort=age'), 422, 'validation_failed');
});

test('q finds parts of names and numbers, in any order, without accents, and % means itself', async ({
  council,
  ids,
}) => {
  const fields = {
    given_name: 'José María',
    first_surname: 'Peña',
    second_surname: 'Ibáñez',
    member_number: 'X-4711',
  };
  const { id } = (await council.call('POST', '/members', fields)).body.member;
  for (const q of ['jose', 'PENA', 'ibañez maria', '4711', 'x-47 josé', 'IBÁÑEZ'])
    expect(await ids(`?q=${encodeURIComponent(q)}`), q).toEqual([id]);
  for (const q of ['josefa', '%', '_', 'peña lopez', "'"])
    expect(await ids(`?q=${encodeURIComponent(q)}`), q).toEqual([]);
});

test('numbers, licence, external id and status filter exactly', async ({ council, ids }) => {
  const fields = { ...ANA, member_number: 'N-1', professional_license: 'L-1', external_id: 'E-1' };
  const { id } = (await council.call('POST', '/members', fields)).body.member;
  await council.call('POST', `/members/${id}/suspend`, { reason: 'x' });
  for (const query of [
    'member_number=N-1',
    'professional_license=L-1',
    'external_id=E-1',
    'status=suspended',
  ])
    expect(await ids(`?${query}`), query).toEqual([id]);
  expect(await ids('?member_number=N-1&status=active')).toEqual([]);
});

test('program, standing, met and end of term must all match the same membership', async ({
  council,
  ids,
}) => {
  const { member: ana } = (await council.call('POST', '/members', ANA)).body;
  const { member: eva } = (await council.call('POST', '/members', { ...ANA, given_name: 'Eva' })).body;
  const program = await council.program();
  await council.membership({ member: ana, program, starts_on: council.today() });
  await council.membership({ member: eva, program, starts_on: '2015-01-01' });
  const inProgram = (rest: string) => ids(`?program_id=${program.id}${rest}`);
  expect(await inProgram('')).toEqual([eva.id, ana.id]);
  expect(await inProgram('&standing=current')).toEqual([ana.id]);
  expect(await inProgram('&standing=lapsed')).toEqual([eva.id]);
  expect(await inProgram('&standing=grace')).toEqual([]);
  expect(await inProgram('&met=false')).toEqual([eva.id, ana.id]);
  expect(await inProgram('&met=true')).toEqual([]);
  expect(await inProgram('&term_ends_before=2018-01-01')).toEqual([eva.id]);
  expect(await inProgram('&term_ends_before=2017-12-31')).toEqual([]);
  expect(await inProgram('&term_ends_after=2018-01-01')).toEqual([ana.id]);
  expect(await ids('?program_id=prg_0000000000000000000000')).toEqual([]);
  await council.call('POST', `/members/${ana.id}/suspend`, { reason: 'x' });
  expect(await inProgram('&standing=suspended')).toEqual([ana.id]);
  expect(await inProgram('&standing=current')).toEqual([]);
  await council.call('POST', `/members/${ana.id}/reactivate`, {});
  expect(await inProgram('&standing=current')).toEqual([ana.id]);
  await council.call('POST', `/members/${ana.id}/deceased`, {});
  expect(await inProgram('&standing=current')).toEqual([]);
});
