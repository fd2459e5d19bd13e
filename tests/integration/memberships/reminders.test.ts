import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SpawnedSello, spawnSello } from '../../harness/child-sello.ts';
import { RULES } from '../../harness/memberships.ts';
import { newEmail, type OwnPageWorld, openOwnPageWorld } from '../../harness/own-page.ts';

let world: OwnPageWorld;
const children: SpawnedSello[] = [];
beforeEach(async () => {
  world = await openOwnPageWorld();
});
afterEach(async () => {
  for (const child of children.splice(0)) if (!child.hasEnded) await child.kill('SIGKILL');
  await world.close();
});

const round = () => world.sello.ports.memberMail?.round();
const query = (text: string, params: unknown[] = []) => world.sello.database.query(text, params);

async function turnOn(isOn = true): Promise<void> {
  await query(
    `insert into councils (account_id, remind_members, updated_at) values ($1, $2, now())
     on conflict (account_id) do update set remind_members = excluded.remind_members`,
    [world.council.accountId, isOn],
  );
}

/** A member with an address, whose term ends in this many days. */
async function endingIn(days: number, fields: object = {}) {
  const { council } = world;
  const member = await council.member({ email: newEmail(), ...fields });
  return { email: member.email, membership: await council.endingOn(council.today(days), { member }) };
}

async function endingInTestMode(days: number): Promise<void> {
  const { council } = world;
  const key = await council.testKey();
  const post = async (path: string, payload: object) =>
    (await council.call('POST', path, payload, { key })).body;
  const rules = { ...RULES, anchor: council.today(days + 1) };
  const { program } = await post('/programs', { name: 'Prueba', rules, checklist: [] });
  await post(`/programs/${program.id}/activate`, {});
  const { member } = await post('/members', { given_name: 'A', first_surname: 'B', email: newEmail() });
  const wanted = { program_id: program.id, starts_on: council.today(days - 900) };
  expect((await post(`/members/${member.id}/memberships`, wanted)).membership.standing).toBe('current');
}

test('M21 members are reminded 120, 90, 60, 30 and 7 days before, once each, in their language', async () => {
  const { email } = await endingIn(120);
  await endingIn(121);
  await round();
  expect(world.mails).toEqual([]);
  await turnOn();
  const subjects: string[] = [];
  for (let left = 120; left >= 0; left -= 1) {
    await round();
    await round();
    for (const mail of world.mails.splice(0)) {
      if (!mail.to.includes(email)) continue;
      subjects.push(`${left} ${mail.headers.get('subject')?.slice(0, 29)}`);
      expect(mail.text).toContain(left === 1 ? 'falta 1 día' : `faltan ${left} días`);
      expect(mail.text).toContain('por lo menos 60 puntos');
      expect(mail.html).toContain('Ver mi página');
    }
    world.sello.advance(86_400_000);
  }
  expect(subjects).toEqual([120, 90, 60, 30, 7].map((days) => `${days} Consejo: su periodo termina e`));
});

test('M21 members without an address, suspended, with a requested renewal or in test mode get no mail', async () => {
  await turnOn();
  await endingIn(10, { email: null });
  const suspended = await endingIn(10);
  await world.council.must('POST', `/members/${suspended.membership.member_id}/suspend`, { reason: 'x' });
  const asked = await endingIn(10);
  await world.council.must('POST', `/memberships/${asked.membership.id}/renewals`, {});
  await endingInTestMode(10);
  const english = await endingIn(10, { locale: 'en' });
  await round();
  expect(world.mails.map(({ to, text }) => [to, text.includes('10 days are left')])).toEqual([
    [[english.email], true],
  ]);
  await turnOn(false);
  await endingIn(20);
  await round();
  expect(world.mails.length).toBe(1);
});

test('M21 an extension moves the end, and reminders are counted from the new end', async () => {
  await turnOn();
  const { membership } = await endingIn(7);
  await round();
  await world.council.must('POST', `/terms/${membership.current_term.id}/extend`, {
    until: world.council.today(28),
    reason: 'x',
  });
  await round();
  await round();
  expect(world.mails.map(({ text }) => /faltan (\d+) días/.exec(text)?.[1])).toEqual(['7', '28']);
});

test('M21 two processes at once send each mail once', async () => {
  await turnOn();
  const emails = [];
  for (let i = 0; i < 12; i += 1) emails.push((await endingIn(30)).email);
  const others = await Promise.all([world.sello.another(), world.sello.another()]);
  await Promise.all(others.map(({ ports }) => ports.memberMail?.round()));
  expect(world.mails.flatMap(({ to }) => to).toSorted()).toEqual(emails.toSorted());
});

test('M21 if the mail server is unreachable, the mail is sent once it is back', async () => {
  await turnOn();
  const { email } = await endingIn(30);
  const away = await world.sello.another({ SELLO_SMTP_URL: 'smtp://127.0.0.1:1' });
  await expect(away.ports.memberMail?.round()).rejects.toThrow();
  expect(await query('select from member_reminders')).toEqual([]);
  await round();
  expect(world.mails.map(({ to }) => to)).toEqual([[email]]);
});

test('M21 after a kill between claiming and sending, the mail is never sent twice', async () => {
  await turnOn();
  const { email, membership } = await endingIn(30);
  const silent = await openSilentServer();
  const first = spawnWorker(silent.url);
  await silent.spokenTo;
  expect((await query('select term_id, days from member_reminders')).map((row) => ({ ...row }))).toEqual([
    { term_id: membership.current_term.id, days: 30 },
  ]);
  await first.kill('SIGKILL');
  await silent.close();
  const second = await endingIn(30);
  await round();
  await round();
  expect(world.mails.flatMap(({ to }) => to)).toEqual([second.email]);
  expect(world.mails.some(({ to }) => to.includes(email))).toBe(false);
});

test('M21 a decision is mailed once, with its reason, even by a process that starts later', async () => {
  const email = newEmail();
  const member = await world.council.member({ email });
  const visit = await world.enterByLink(member.id);
  const { body } = await visit.call('POST', '/requests', { changes: { given_name: 'Eva' } });
  await world.council.must('POST', `/member-requests/${body.request_id}/reject`, {
    reason: 'Falta el acta.',
  });
  const other = await world.sello.another();
  await Promise.all([round(), other.ports.memberMail?.round()]);
  expect(world.mails.map(({ to, text }) => [to, text.includes('Falta el acta.')])).toEqual([[[email], true]]);
});

test('M21 an address that a mail server repeats in its refusal is not logged', async () => {
  await turnOn();
  const { email } = await endingIn(30);
  const refusing = await openRefusingServer();
  const other = await world.sello.another({ SELLO_SMTP_URL: refusing.url });
  await other.ports.memberMail?.round();
  expect(other.logLines.some((line) => line.includes('members.not_written'))).toBe(true);
  expect(other.logLines.join('\n')).not.toContain(email);
  await refusing.close();
});

function spawnWorker(smtpUrl: string): SpawnedSello {
  const child = spawnSello('worker', {
    DATABASE_URL: world.sello.database.url,
    SELLO_DATA_DIR: world.sello.dataDir,
    SELLO_BASE_URL: 'https://sello.example',
    SELLO_SMTP_URL: smtpUrl,
    SELLO_MAIL_FROM: 'Sello <no-reply@sello.example>',
  });
  children.push(child);
  return child;
}

/** Accepts connections and never says anything, so that clients wait. */
async function openSilentServer() {
  const spoken = Promise.withResolvers<void>();
  const { url, close } = await openServer(() => spoken.resolve());
  return { url, close, spokenTo: spoken.promise };
}

/** Refuses every recipient, with the address in its answer, as real ones do. */
function openRefusingServer() {
  return openServer((socket) => {
    socket.write('220 test\r\n');
    socket.setEncoding('utf8').on('data', (line: unknown) => {
      const said = String(line);
      const address = /<([^>]*)>/.exec(said)?.[1];
      socket.write(said.startsWith('RCPT') ? `550 <${address}> unknown\r\n` : '250 ok\r\n');
    });
  });
}

async function openServer(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
