import { openDeskWorld } from '../../../harness/desk.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { newEmail } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openDeskWorld);

test('somebody of an organiser enters with a mailed code, and leaves', async ({ world }) => {
  const { council, sello, mails } = world;
  const desk = await world.openDesk({ name: 'Sociedad de Ejemplo', roster_days: 7 });
  expect(await desk.ask('GET', '/me', 200)).toEqual({
    organizer: { id: desk.id, name: 'Sociedad de Ejemplo' },
    email: desk.email,
    council: expect.any(String),
    livemode: true,
    roster_days: 7,
    rows_a_day: 10_000,
    rosters_a_day: 50,
  });
  const mail = mails.findLast(({ to }) => to.includes(desk.email));
  expect(mail?.text).toContain('10 minut');
  const { organizer } = await council.ask('GET', `/organizers/${desk.id}`, 200);
  expect(sello.ports.now().getTime() - Date.parse(organizer.last_seen_at)).toBeLessThan(60_000);
  const { events } = await council.ask('GET', '/audit?action=organizer.log_in', 200);
  expect(events[0]).toMatchObject({
    actor: { type: 'organizer', id: desk.id, name: 'Sociedad de Ejemplo' },
    target: desk.id,
  });
  expect(JSON.stringify(events)).not.toContain(desk.email);
  await desk.ask('DELETE', '/session', 200);
  expectRefusal(await desk.call('GET', '/me'), 401, 'unauthorized');
});

test('whoever works for several organisers chooses one; a live one comes before those of test mode', async ({
  world,
}) => {
  const email = newEmail();
  const [a, b] = [
    await world.organizer({ name: 'Sociedad A', emails: [email] }),
    await world.organizer({ name: 'Sociedad B', emails: [email.toUpperCase()] }),
  ];
  const key = await world.council.testKey();
  await world.council.call('POST', '/organizers', { name: 'De prueba', emails: [email] }, { key });
  const code = await world.codeFor(email);
  const asked = await world.knock('POST', '/session', { email, code });
  expect(asked.body).toEqual({
    opened: false,
    choose: [
      { organizer_id: a.id, name: 'Sociedad A' },
      { organizer_id: b.id, name: 'Sociedad B' },
    ],
  });
  const chosen = await world.knock('POST', '/session', { email, code, organizer_id: b.id });
  expect(chosen.body.opened).toBe(true);
  // The code works once.
  expectRefusal(
    await world.knock('POST', '/session', { email, code, organizer_id: a.id }),
    422,
    'invalid_token',
  );
});

test('an organiser of test mode sees test mode', async ({ world }) => {
  const email = newEmail();
  const key = await world.council.testKey();
  await world.council.call('POST', '/organizers', { name: 'De prueba', emails: [email] }, { key });
  const desk = await world.enter(email);
  expect(await desk.ask('GET', '/me', 200)).toMatchObject({ livemode: false });
});
