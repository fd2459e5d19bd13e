import { signUp } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello);

test('202: each address is written where the desk is; 409 while it is paused', async ({ world }) => {
  const person = await world.signUp();
  const wanted = { name: 'Sociedad', emails: ['ana@example.com', 'eva@example.com'] };
  const { organizer } = (await person.call('POST', '/organizers', wanted)).body;
  const invite = () => person.call('POST', `/organizers/${organizer.id}/invite`);
  world.mails.splice(0);
  const answer = await invite();
  expect([answer.status, answer.body], answer.text).toEqual([202, { mailed: 2 }]);
  await world.sello.ports.aside.settled();
  expect(world.mails.flatMap(({ to }) => to).sort()).toEqual(wanted.emails);
  expect(world.mails[0]?.text).toContain(`/o/${person.account.id}`);
  await person.call('PATCH', `/organizers/${organizer.id}`, { status: 'paused' });
  expectRefusal(await invite(), 409, 'invalid_transition');
});

test('404 for an organiser of another account, and for none', async ({ world }) => {
  const [person, other] = [await world.signUp(), await world.signUp()];
  const { organizer } = (await other.call('POST', '/organizers', { name: 'Sociedad' })).body;
  for (const id of [organizer.id, 'nonsense'])
    expectRefusal(await person.call('POST', `/organizers/${id}/invite`), 404, 'not_found');
});

test('403 where no mail is sent', async () => {
  const sello = await shareSello();
  const person = await signUp(sello);
  const { organizer } = (await person.call('POST', '/organizers', { name: 'Sociedad' })).body;
  const answer = await person.call('POST', `/organizers/${organizer.id}/invite`);
  expectRefusal(answer, 403, 'mail_not_configured');
  await sello.close();
});
