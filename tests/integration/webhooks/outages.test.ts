import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HookedSello, openHookedSello } from '../../harness/hooks.ts';
import { openReceiver, type Received, type Receiver } from '../../harness/receiver.ts';
import { API } from '../../harness/test-sello.ts';

let sello: HookedSello;
let receiver: Receiver;
let key: string;
/** What the receiver took, in order. */
let taken: string[];

beforeAll(async () => {
  sello = await openHookedSello();
});
afterAll(() => sello.close());
beforeEach(async () => {
  receiver = await openReceiver();
  ({ key } = await sello.newAccount());
  taken = [];
  answer();
});
afterEach(() => receiver.close());

const certify = (title: string) => sello.certify(key, title, { title });
const titleOf = ({ body }: Received): string => body.data.title;
const answer = () =>
  receiver.answer((request, response) => {
    taken.push(titleOf(request));
    response.end('ok');
  });

/** What senders see of a receiver that is down: a broken connection, a proxy's answer, or an error of its own. */
const OUTAGES = ['broken', 502, 503, 500, 404] as const;
function fail(kind: (typeof OUTAGES)[number]): void {
  receiver.answer((_request, response) => {
    if (kind === 'broken') response.socket?.destroy();
    else response.writeHead(kind).end();
  });
}

/** Seconds pass, in steps; `each` is called before each of them. */
async function pass(seconds: number, each: (second: number) => Promise<unknown> = async () => {}) {
  for (let second = 0; second < seconds; second += 1) {
    await each(second);
    sello.advance(1_000);
    await sello.deliver();
  }
}

/** Random numbers that are the same in every run. */
function draw(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

test('P39 after outages of 1 s to 10 min all missed events come in order, within 10 s', async () => {
  await sello.hook(key, receiver.url, ['certificate.created']);
  const random = draw(39);
  const made: string[] = [];
  const make = () => {
    made.push(`n${made.length}`);
    return certify(made.at(-1) ?? '');
  };
  for (const kind of OUTAGES) {
    for (const longest of [6, 40, 600]) {
      fail(kind);
      const seconds = 1 + Math.floor(random() * longest);
      const every = 1 + Math.floor(random() * seconds);
      await pass(seconds, async (second) => second % every === 0 && make());
      const isMissed = taken.length < made.length;
      expect(isMissed).toBe(true);
      answer();
      await pass(10, async (second) => second === 3 && make());
      expect(taken, `${kind} for ${seconds} s, an event every ${every} s`).toEqual(made);
    }
  }
}, 300_000);

test('P39 a receiver that goes down again while it catches up still gets everything in order', async () => {
  await sello.hook(key, receiver.url, ['certificate.created']);
  const made = Array.from({ length: 30 }, (_, i) => `n${i}`);
  fail(500);
  for (const title of made) await certify(title);
  // Three events fail, each after a longer pause than the last.
  for (const seconds of [0, 6, 400]) {
    sello.advance(seconds * 1_000);
    await sello.deliver();
  }
  for (const upTo of [1, 2, 3, 5, 17]) {
    receiver.answer((request, response) => {
      if (taken.length >= upTo) return void response.socket?.destroy();
      taken.push(titleOf(request));
      response.end('ok');
    });
    await pass(12);
    expect(taken).toEqual(made.slice(0, upTo));
  }
  answer();
  await pass(10);
  expect(taken).toEqual(made);
});

test('P39 an event that crashes the receiver does not delay the others, and is abandoned after ten attempts', async () => {
  const { id } = await sello.hook(key, receiver.url, ['certificate.created']);
  let crashes = 0;
  receiver.answer((request, response) => {
    if (titleOf(request) === 'poison') {
      crashes += 1;
      return void response.writeHead(500).end();
    }
    taken.push(titleOf(request));
    response.end('ok');
  });
  for (const title of ['a', 'poison', 'b', 'c']) await certify(title);
  await sello.deliver();
  await pass(6);
  expect(taken).toEqual(['a', 'b', 'c']);
  for (const hours of [1, 3, 6, 12, 16, 22, 26, 30]) {
    const title = `after ${hours} h`;
    sello.advance(hours * 3_600_000);
    await sello.deliver();
    await certify(title);
    await pass(7);
    expect(taken.at(-1)).toBe(title);
  }
  const { body } = await sello.call('GET', `${API}/webhooks/${id}/deliveries?status=failed`, { key });
  expect(body.deliveries).toMatchObject([{ attempts: 10, next_try_at: null }]);
  expect(crashes).toBeLessThan(30);
});

test('P39 a retry requested after an outage is sent at once, and all missed events after it', async () => {
  const { id } = await sello.hook(key, receiver.url, ['certificate.created']);
  fail('broken');
  for (const title of ['a', 'b']) await certify(title);
  await sello.deliver();
  await pass(3_600 / 60);
  sello.advance(8 * 3_600_000);
  await sello.deliver();
  answer();
  const { body } = await sello.call('GET', `${API}/webhooks/${id}/deliveries`, { key });
  await sello.call('POST', `${API}/deliveries/${body.deliveries.at(-1).id}/retry`, { key, payload: {} });
  await sello.deliver();
  expect(taken).toEqual(['a', 'b']);
});

test('P39 a re-enabled endpoint first gets the events that had failed', async () => {
  const { id } = await sello.hook(key, receiver.url, ['certificate.created']);
  fail(500);
  await certify('a');
  await sello.deliver();
  await pass(6);
  const change = (status: string) =>
    sello.call('PATCH', `${API}/webhooks/${id}`, { key, payload: { status } });
  await change('disabled');
  await certify('b');
  answer();
  await change('enabled');
  await sello.deliver();
  expect(taken).toEqual(['a', 'b']);
});
