/** Filling a stranger's mailbox with invitations, which go to any address that an account names. */

import { openMailingSello } from '../harness/mailing-sello.ts';
import { expectRefusal } from '../harness/memberships.ts';
import { around, expect } from '../harness/world.ts';

const test = around(openMailingSello);

const VICTIM = 'victima@example.com';
/** Other spellings of the same mailbox. */
const SPELLINGS = [VICTIM, 'Victima@Example.com', 'victima+1@example.com', 'ｖictima@example.com'];

const toVictim = (mails: readonly { to: string[] }[]) =>
  mails.flatMap(({ to }) => to).filter((address) => /v?ictima/i.test(address));

test('P105 one organiser or many, in all spellings: an account writes to a mailbox a few times a day', async ({
  world,
}) => {
  const person = await world.signUp();
  world.mails.splice(0);
  const statuses: number[] = [];
  for (const email of SPELLINGS) {
    const wanted = { name: `Sociedad ${email}`, emails: [email] };
    const made = await person.call('POST', '/organizers', wanted);
    if (made.status !== 201) continue;
    for (let i = 0; i < 4; i++)
      statuses.push((await person.call('POST', `/organizers/${made.body.organizer.id}/invite`)).status);
  }
  await world.sello.ports.aside.settled();
  expect(statuses.filter((status) => status === 202)).toHaveLength(4);
  expect(toVictim(world.mails)).toHaveLength(4);
  const refused = await person.call('POST', '/people/invitations', { email: VICTIM, role: 'viewer' });
  expectRefusal(refused, 429, 'rate_limit_exceeded', /one address/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  // Another account can still write to this mailbox, and this account can write to another address.
  const other = await world.signUp();
  expect((await other.call('POST', '/people/invitations', { email: VICTIM, role: 'viewer' })).status).toBe(
    201,
  );
  expect(
    (await person.call('POST', '/people/invitations', { email: 'otra@example.com', role: 'viewer' })).status,
  ).toBe(201);
});

test('P105 many accounts together write to a mailbox a limited number of times a day', async ({ world }) => {
  const address = 'muchos@example.com';
  world.mails.splice(0);
  let refused = 0;
  for (let i = 0; i < 24; i++) {
    const person = await world.signUp();
    const body = { email: address, role: 'viewer' };
    const answer = await person.call('POST', '/people/invitations', body);
    if (answer.status === 429) refused += 1;
  }
  await world.sello.ports.aside.settled();
  expect(refused).toBe(4);
  expect(world.mails.filter(({ to }) => to.includes(address))).toHaveLength(20);
});
