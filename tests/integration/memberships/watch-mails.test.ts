/**
 * M25: an address is mailed about followed members only after it was confirmed, in few mails, never twice, and only
 * about what is still true when the mail is sent.
 */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SpawnedSello, spawnSello } from '../../harness/child-sello.ts';
import { newEmail, type OwnPageWorld, openOwnPageWorld } from '../../harness/own-page.ts';
import { type Employer, openEmployer, publicMember, tellAll } from '../../harness/watches.ts';

let world: OwnPageWorld;
let employer: Employer;
const children: SpawnedSello[] = [];
beforeEach(async () => {
  world = await openOwnPageWorld();
  employer = await openEmployer(world.sello);
});
afterEach(async () => {
  for (const child of children.splice(0)) if (!child.hasEnded) await child.kill('SIGKILL');
  await world.close();
});

const round = () => world.sello.ports.watchMail?.round();
const query = (text: string, params: unknown[] = []) => world.sello.database.query(text, params);

/** An address that somebody has confirmed. */
async function confirmed(language = 'es'): Promise<{ id: string; email: string }> {
  const email = newEmail();
  const { watch_address } = await employer.must('POST', '/watch-addresses', { email, language });
  await round();
  const [, path = ''] =
    /https:\/\/sello\.example(\/w\/confirm\/\S+)/.exec(world.mails.at(-1)?.text ?? '') ?? [];
  expect((await world.sello.call('POST', path)).status).toBe(200);
  world.mails.splice(0);
  return { id: watch_address.id, email };
}

async function followed(externalId: string) {
  const member = await publicMember(world.council);
  const watch = await employer.follow(world.council, member, { external_id: externalId });
  const at = `/memberships/${member.membership.id}`;
  return {
    member,
    watch,
    suspend: () => world.council.must('POST', `${at}/suspend`, { reason: 'Adeudo' }),
    at,
  };
}

/** What the worker does in a minute. */
async function minute(): Promise<void> {
  await tellAll(world.sello);
  world.sello.advance(20_000);
  await round();
}

test('M25 nothing but the link is mailed before somebody has confirmed, and opening it confirms nothing', async () => {
  const email = newEmail();
  const asked = await employer.must('POST', '/watch-addresses', { email });
  expect(asked.watch_address).toMatchObject({
    email,
    language: 'es',
    status: 'unconfirmed',
    mailed_at: null,
  });
  const { suspend } = await followed('empleada-1');
  await suspend();
  await minute();
  expect(world.mails.map(({ to, headers }) => [to, headers.get('subject')])).toEqual([
    [[email], 'Confirme este correo para recibir avisos de vigencia'],
  ]);
  const [, path = ''] = /https:\/\/sello\.example(\/w\/confirm\/\S+)/.exec(world.mails[0]?.text ?? '') ?? [];
  expect((await world.sello.call('GET', path)).text).toContain('Sí, recibir los avisos');
  const status = async () => (await employer.must('GET', '/watch-addresses')).watch_addresses[0]?.status;
  expect(await status()).toBe('unconfirmed');
  expect((await world.sello.call('POST', path)).text).toContain('Correo confirmado');
  expect(await status()).toBe('confirmed');
  expect((await world.sello.call('POST', path)).status).toBe(404);
  await minute();
  // Changes from before the confirmation are not mailed.
  expect(world.mails).toHaveLength(1);
  const types = (await employer.must('GET', '/events?type=watch_address.confirmed')).events;
  expect(types).toMatchObject([{ data: { id: asked.watch_address.id, status: 'confirmed' } }]);
  expect(JSON.stringify(types)).not.toContain(email);
});

test('a link to confirm is too old after two days, and a newer one takes its place', async () => {
  const email = newEmail();
  await employer.must('POST', '/watch-addresses', { email });
  await round();
  const pathOf = (i: number) =>
    /https:\/\/sello\.example(\/w\/confirm\/\S+)/.exec(world.mails[i]?.text ?? '')?.[1] ?? '';
  expect((await employer.call('POST', '/watch-addresses', { email })).status).toBe(200);
  await round();
  expect((await world.sello.call('POST', pathOf(0))).status).toBe(404);
  world.sello.advance(2 * 86_400_000 + 1);
  expect((await world.sello.call('POST', pathOf(1))).status).toBe(404);
});

test('M25 a change is mailed within a minute: what the watcher gave, the standing and the public page', async () => {
  const { email } = await confirmed();
  const { member, suspend } = await followed('empleada-77');
  await suspend();
  await minute();
  expect(world.mails).toHaveLength(1);
  const [mail] = world.mails;
  expect(mail?.to).toEqual([email]);
  expect(mail?.headers.get('subject')).toBe('Vigilancia: empleada-77 está suspendida');
  expect(mail?.text).toContain('empleada-77 (');
  expect(mail?.text).toContain(member.public_url);
  expect(mail?.html).toContain('está suspendida');
  for (const secret of ['Luna', 'Ana', 'Adeudo']) expect(mail?.text).not.toContain(secret);
  const [, stop = ''] = /<(https:\S+)>/.exec(mail?.headers.get('list-unsubscribe') ?? '') ?? [];
  expect(mail?.text).toContain(stop);
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  await minute();
  expect(world.mails).toHaveLength(1);
});

test('M25 one click of a mail program ends the mails, and the account cannot begin them again for a month', async () => {
  const { id, email } = await confirmed('en');
  const { suspend, at } = await followed('employee-1');
  await suspend();
  await minute();
  const [mail] = world.mails.splice(0);
  expect(mail?.headers.get('subject')).toBe('Watches: employee-1 is suspended');
  const { pathname, search } = new URL(
    /<(\S+)>/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '',
  );
  expect((await world.sello.call('GET', pathname + search)).text).toContain('No more of these mails');
  const click = {
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  expect((await world.sello.call('POST', pathname + search, click)).status).toBe(200);
  expect((await world.sello.call('POST', pathname + search, click)).status).toBe(200);
  const { watch_addresses } = await employer.must('GET', '/watch-addresses');
  expect(watch_addresses).toMatchObject([{ id, status: 'unsubscribed' }]);
  await world.council.must('POST', `${at}/reactivate`, {});
  await minute();
  expect(world.mails).toEqual([]);
  expect((await employer.must('GET', '/events?type=watch_address.unsubscribed')).events).toHaveLength(1);
  const again = () => employer.call('POST', '/watch-addresses', { email });
  expect([(await again()).status, (await again()).body.error]).toEqual([409, 'invalid_transition']);
  expect((await employer.call('DELETE', `/watch-addresses/${id}`)).status).toBe(204);
  world.sello.advance(86_400_000 + 1);
  expect((await again()).status).toBe(409);
  world.sello.advance(29 * 86_400_000 + 1);
  expect((await again()).status).toBe(201);
});

test('M25 many changes at once are one mail with fifty names and a count, and a day has at most 34', async () => {
  await confirmed();
  const all = [];
  for (let i = 0; i < 53; i++) all.push(await followed(`empleada-${i}`));
  for (const { suspend } of all) await suspend();
  await minute();
  expect(world.mails.map(({ headers }) => headers.get('subject'))).toEqual(['Vigilancia: 53 cambios']);
  const [mail] = world.mails.splice(0);
  expect(mail?.text.match(/está suspendida/g)).toHaveLength(50);
  expect(mail?.text).toContain('y 3 cambios más');
  const at = all[0]?.at;
  for (let i = 1; i < 24 * 4; i++) {
    await world.council.must('POST', `${at}/${i % 2 === 1 ? 'reactivate' : 'suspend'}`, { reason: 'Adeudo' });
    await tellAll(world.sello);
    world.sello.advance(15 * 60_000);
    await round();
  }
  expect(world.mails.length).toBeGreaterThan(20);
  expect(world.mails.length).toBeLessThanOrEqual(34);
});

test('M25 what is no longer so, or no longer allowed, is not mailed', async () => {
  await confirmed();
  const back = await followed('vuelve');
  const closed = await followed('cierra');
  const erased = await followed('borrada');
  for (const { suspend } of [back, closed, erased]) await suspend();
  await tellAll(world.sello);
  await world.council.must('POST', `${back.at}/reactivate`, {});
  await world.council.must('PATCH', `/members/${closed.member.id}`, { public_profile: false });
  await world.council.must('POST', `/members/${erased.member.id}/anonymise`, { reason: 'Lo pidió' });
  world.sello.advance(20_000);
  await round();
  const told = world.mails.map(({ text }) => text).join();
  expect(told).toContain('vuelve (');
  expect(told).toContain('está vigente');
  for (const secret of ['cierra', 'borrada', 'suspendida']) expect(told).not.toContain(secret);
  world.mails.splice(0);
  await minute();
  // The mail says that the watch ended, so that silence is not taken to mean that the standing is unchanged.
  const ended = world.mails.map(({ text }) => text).join();
  expect(ended.match(/ya no se vigila/g)).toHaveLength(2);
  expect(ended).not.toContain('suspendida');
});

test('M25 while the mail server is away nothing is lost; a kill in the middle of a mail repeats nothing', async () => {
  const { email } = await confirmed();
  const { suspend } = await followed('empleada-9');
  await suspend();
  await tellAll(world.sello);
  world.sello.advance(20_000);
  const away = await world.sello.another({ SELLO_SMTP_URL: 'smtp://127.0.0.1:1' });
  await expect(away.ports.watchMail?.round()).rejects.toThrow();
  expect(world.mails).toEqual([]);
  world.sello.advance(61_000);
  await round();
  expect(world.mails.map(({ to }) => to)).toEqual([[email]]);

  const next = await followed('empleada-10');
  await next.suspend();
  await tellAll(world.sello);
  // The child has the clock of this machine.
  await query("update watch_addresses set due_at = now() - interval '1 minute' where due_at is not null");
  const silent = await openSilentServer();
  const child = spawnSello('worker', {
    DATABASE_URL: world.sello.database.url,
    SELLO_DATA_DIR: world.sello.dataDir,
    SELLO_BASE_URL: 'https://sello.example',
    SELLO_SMTP_URL: silent.url,
    SELLO_MAIL_FROM: 'Sello <no-reply@sello.example>',
  });
  children.push(child);
  await silent.spokenTo;
  await child.kill('SIGKILL');
  await silent.close();
  await minute();
  await minute();
  expect(world.mails).toHaveLength(1);
  const told = (await employer.must('GET', '/events?type=watch.membership_suspended')).events;
  expect(told).toHaveLength(2);
}, 60_000);

test('nothing is asked of addresses or watches while nothing happens', async () => {
  await confirmed();
  await followed('empleada-1');
  await tellAll(world.sello);
  expect(await query('select watch_id from watch_mail_lines')).toEqual([]);
  expect(await query('select id from watch_addresses where due_at is not null')).toEqual([]);
});

test('closing an account takes its addresses away', async () => {
  await confirmed();
  await query("update accounts set closed_at = now(), name = '' where id = $1", [employer.accountId]);
  expect(await query('select id from watch_addresses')).toEqual([]);
});

async function openSilentServer() {
  const sockets = new Set<Socket>();
  const spoken = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    spoken.resolve();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spokenTo: spoken.promise,
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
