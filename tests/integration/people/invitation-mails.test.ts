/** The mails about seats, and which parts of them the logs contain. */

import { expect } from 'vitest';
import { callerWith, freshAddress, signUpWith } from '../../harness/invitations.ts';
import { openMailingSello } from '../../harness/mailing-sello.ts';
import { around } from '../../harness/world.ts';

const test = around(openMailingSello);

test('being invited, a new seat, a changed role and a removal are each mailed to the person concerned', async ({
  world,
}) => {
  const { sello, mails } = world;
  const owner = await world.signUp();
  await owner.call('PATCH', '/me', { language: 'es' });
  const email = freshAddress();
  const to = (address: string) => mails.filter((mail) => mail.to.includes(address)).map(({ text }) => text);
  const invited = await owner.call('POST', '/people/invitations', { email, role: 'viewer' });
  expect([invited.status, invited.body.invitation.link]).toEqual([201, undefined]);
  await sello.ports.aside.settled();
  const [mail = ''] = to(email);
  expect(mail).toContain('Ana Ñúñez le invita');
  const secret = /\/dashboard\/invitation#([\w-]+)/.exec(mail)?.[1] ?? '';
  expect(invited.text).not.toContain(secret);

  const joined = await signUpWith(sello, secret, email, { language: 'en' });
  expect(joined.status).toBe(201);
  const call = callerWith(sello, joined);
  // The mailed link proves the address.
  const { person } = (await call('GET', '/me')).body;
  expect(person.email_proven).toBe(true);
  await owner.call('PATCH', `/people/${person.id}`, { role: 'approver' });
  await owner.call('DELETE', `/people/${person.id}`);
  await sello.ports.aside.settled();
  expect(to(owner.email).some((text) => text.includes('Eva Ruiz aceptó la invitación'))).toBe(true);
  expect(to(email).slice(1)).toEqual([
    expect.stringContaining('you are now approver'),
    expect.stringContaining('You no longer have a seat'),
  ]);
});

test('a 21st invitation within an hour is refused, and refusals do not count', async ({ world }) => {
  const owner = await world.signUp();
  const invite = () => owner.call('POST', '/people/invitations', { email: freshAddress(), role: 'viewer' });
  for (let sent = 0; sent < 20; sent += 1) expect((await invite()).status).toBe(201);
  const refused = await invite();
  expect([refused.status, refused.body.error]).toEqual([429, 'rate_limit_exceeded']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await owner.call('GET', '/people')).body.invitations).toHaveLength(20);
  await world.sello.ports.aside.settled();
});
