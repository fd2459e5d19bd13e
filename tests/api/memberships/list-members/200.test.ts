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
