import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type HookedSello, openHookedSello } from '../harness/hooks.ts';
import { openReceiver, type Receiver } from '../harness/receiver.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { openStormPlace, type StormPlace } from '../harness/storm-place.ts';
import { type StormServer, startStormServer } from '../harness/storm-server.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

let place: StormPlace | undefined;
let server: StormServer | undefined;
let sello: HookedSello | undefined;
let receivers: Receiver[] = [];
afterEach(async () => {
  await server?.stop();
  await place?.close();
  await sello?.close();
  for (const receiver of receivers) await receiver.close();
  [place, server, sello, receivers] = [undefined, undefined, undefined, []];
});

async function newReceiver(): Promise<Receiver> {
  const receiver = await openReceiver();
  receivers.push(receiver);
  return receiver;
}

const { kills, certificates } = FIGURES.webhookKills;

test(`P39 ${certificates} certificates while the server is killed ${kills} times: each is reported at least once, in order`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const random = seededRandom();
  place = await openStormPlace('PostgreSQL, folder');
  const env = { ...place.env, SELLO_WEBHOOK_ALLOW: '127.0.0.0/8' };
  const running = await startStormServer('server', env, random);
  server = running;
  const { key } = place;
  const receiver = await newReceiver();
  const post = (path: string, payload: object) =>
    fetch(`${running.baseUrl}/api/public/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
  const made = await post('/webhooks', { url: receiver.url, events: ['certificate.created'] });
  expect(made.status).toBe(201);
  const acknowledged: string[] = [];
  let killed = 0;
  while (acknowledged.length < certificates || killed < kills) {
    const content = Buffer.from(`file ${acknowledged.length}`).toString('base64');
    const answer = await post('/certificates', { file_name: 'a.txt', file_base64: content }).catch(
      () => undefined,
    );
    if (answer?.status === 201) acknowledged.push(JSON.parse(await answer.text()).certificate.id);
    if (killed < kills && acknowledged.length >= ((killed + 1) * certificates) / (kills + 1)) {
      killed += 1;
      // The kill comes at a random moment, perhaps between a delivery and the record of it.
      await sleep(random.below(400));
      await running.kill();
      await running.restart();
    }
  }
  const told = () => [...new Set(receiver.received.map(({ body }) => body.data.id))];
  for (let i = 0; i < 600 && told().length < acknowledged.length; i += 1) await sleep(100);
  const first = told().filter((id) => acknowledged.includes(id));
  expect(first, `seed ${random.seed}`).toEqual(acknowledged);
  // Repeated events have the same id.
  const ids = new Map(receiver.received.map(({ headers, body }) => [body.data.id, headers['webhook-id']]));
  for (const { headers, body } of receiver.received)
    expect(headers['webhook-id']).toBe(ids.get(body.data.id));
});

test(`P39 of ${FIGURES.endpoints} endpoints one never answers, and all others get their events`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const hooks = await openHookedSello({ SELLO_MAX_WEBHOOKS: '100000' });
  sello = hooks;
  const { key } = await hooks.newAccount();
  const [receiver, dead] = [await newReceiver(), await newReceiver()];
  const held: (() => void)[] = [];
  dead.answer((_request, response) => void held.push(() => response.end()));
  await hooks.hook(key, dead.url, ['certificate.created']);
  for (let n = 1; n < FIGURES.endpoints; n += 1)
    await hooks.hook(key, `${receiver.url}/${n}`, ['certificate.created']);
  await hooks.certify(key, 'one for all');
  // With pauses, as in a server: on a process that is always busy, deliveries give way to other work.
  while (receiver.received.length < FIGURES.endpoints - 1) {
    await hooks.round();
    await sleep(50);
  }
  expect(new Set(receiver.received.map(({ path }) => path)).size).toBe(FIGURES.endpoints - 1);
  // A delivery without an answer is tried again when the time for the answer is over.
  expect(held.length).toBeGreaterThan(0);
  for (const answer of held) answer();
  await hooks.settled();
});
