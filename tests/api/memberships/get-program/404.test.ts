import { expectRefusal, openCouncil } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

const NOBODYS = 'prg_0000000000000000000000';

test('M12 a program of another account or mode gets the same answer as an unknown one, in every operation', async ({
  sello,
  council,
}) => {
  const { id } = await council.program();
  const stranger = await openCouncil(sello);
  const testKey = await council.testKey();
  const { id: memberId } = await stranger.member();
  const trial = { membership: { starts_on: '2026-01-01' }, awards: [], term: 1 };
  const calls: [string, (named: string) => string, ((named: string) => object)?][] = [
    ['GET', (named) => `/programs/${named}`],
    ['GET', (named) => `/programs/${named}?version=1`],
    ['PATCH', (named) => `/programs/${named}`, () => ({ name: 'x' })],
    ['DELETE', (named) => `/programs/${named}`],
    ['POST', (named) => `/programs/${named}/activate`, () => ({})],
    ['POST', (named) => `/programs/${named}/retire`, () => ({})],
    ['POST', (named) => `/programs/${named}/evaluate`, () => trial],
    ['POST', () => `/members/${memberId}/memberships`, (program_id) => ({ program_id })],
  ];
  for (const [method, path, payload] of calls) {
    const ask = (named: string, key = stranger.key) =>
      stranger.call(method, path(named), payload?.(named), { key });
    const foreign = await ask(id);
    expectRefusal(foreign, 404, 'not_found');
    for (const named of [NOBODYS, 'x']) expect((await ask(named)).text, method).toBe(foreign.text);
    if (path(id).includes(id)) expect((await ask(id, testKey)).text).toBe(foreign.text);
  }
  expect((await council.must('GET', `/programs/${id}`)).program.name).toBe('Consejo');
  expect((await stranger.must('GET', '/programs')).programs).toEqual([]);
});

test('a version that never existed is refused, and the message names the newest', async ({ council }) => {
  const { id } = await council.program();
  expectRefusal(await council.call('GET', `/programs/${id}?version=2`), 404, 'not_found', /newest is 1/);
});
