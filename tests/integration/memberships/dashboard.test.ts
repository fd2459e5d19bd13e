import { expect, test } from 'vitest';
import { curpNumber } from '../../harness/curps.ts';
import { type Person, signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { PROGRAM_RULES } from '../../harness/program-council.ts';
import { shareSello } from '../../harness/shared-sello.ts';

const sello = forFile(shareSello);

async function person(): Promise<Person> {
  return signUp(sello);
}

async function ask(who: Person, method: string, path: string, status: number, payload?: object) {
  const answer = await who.call(method, path, payload);
  expect(answer.status, answer.text).toBe(status);
  return answer.body;
}

test('a person can do with a session what a key can do, and the Location is an address of the dashboard', async () => {
  const registrar = await person();
  const made = await registrar.call('POST', '/programs?mode=test', { name: 'Consejo', rules: PROGRAM_RULES });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body.program;
  expect(made.headers.location).toEqual(expect.stringMatching(new RegExp(`/api/dashboard/programs/${id}$`)));
  await ask(registrar, 'POST', `/programs/${id}/activate?mode=test`, 200);
  const { member } = await ask(registrar, 'POST', '/members?mode=test', 201, {
    given_name: 'Ana',
    first_surname: 'Luna',
  });
  const opened = { program_id: id, starts_on: '2025-01-01' };
  await ask(registrar, 'POST', `/members/${member.id}/memberships?mode=test`, 201, opened);
  const { members } = await ask(registrar, 'GET', '/members?mode=test&standing=current', 200);
  expect(members.map((found: { id: string }) => found.id)).toEqual([member.id]);
});

test('both modes are separate, and without a mode live is meant', async () => {
  const registrar = await person();
  const { program } = await ask(registrar, 'POST', '/programs', 201, { name: 'Vivo', rules: PROGRAM_RULES });
  expect(program.livemode).toBe(true);
  await ask(registrar, 'GET', `/programs/${program.id}?mode=test`, 404);
  expect((await ask(registrar, 'GET', '/programs?mode=test', 200)).programs).toEqual([]);
  expect((await ask(registrar, 'GET', '/programs?mode=both', 422)).message).toContain('mode');
});

test('another account finds nothing, and without a session nothing is returned', async () => {
  const [one, other] = [await person(), await person()];
  const { member } = await ask(one, 'POST', '/members', 201, { given_name: 'Ana', first_surname: 'Luna' });
  await ask(other, 'GET', `/members/${member.id}`, 404);
  const stranger = await sello.call('GET', `/api/dashboard/members/${member.id}`);
  expect(stranger.status).toBe(401);
});

test('identifiers are masked; they are shown in full only on request, which is logged', async () => {
  const registrar = await person();
  const wanted = { given_name: 'Dante', first_surname: 'Baldón', curp: curpNumber(1) };
  const { member } = await ask(registrar, 'POST', '/members', 201, wanted);
  expect((await ask(registrar, 'GET', `/members/${member.id}`, 200)).member.curp).not.toBe(curpNumber(1));
  const shown = await ask(registrar, 'GET', `/members/${member.id}?reveal=true`, 200);
  expect(shown.member.curp).toBe(curpNumber(1));
  const { events } = await ask(registrar, 'GET', '/audit', 200);
  expect(events.map((event: { action: string }) => event.action)).toContain('member.identify');
});

test('a change from another site is refused', async () => {
  const registrar = await person();
  const answer = await registrar.call(
    'POST',
    '/members',
    { given_name: 'Ana', first_surname: 'Luna' },
    { origin: 'https://evil.example' },
  );
  expect(answer.status).toBe(403);
  expect((await ask(registrar, 'GET', '/members', 200)).members).toEqual([]);
});
