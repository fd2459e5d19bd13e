/**
 * P105: the effect of one account's floods on another account: how many of its certificates succeed, how long they
 * take, and how large the server's heap becomes. The server runs with default settings.
 */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type FloodStage, openFloodStage } from '../harness/flood-stage.ts';
import { Caller } from '../harness/share-floods.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

const MB = 1_000_000;
const LOOK_EVERY_MS = 200;
/** The program is started with a heap of at most 1,024 MB. */
const MOST_HEAP = 700 * MB;

type Flood = {
  what: string;
  begin(stage: FloodStage): Promise<{ end(): Promise<void>; refusals(): string }>;
};

function times(took: readonly number[]): string {
  const sorted = [...took].sort((a, b) => a - b);
  return `p50 ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, longest ${Math.round(sorted.at(-1) ?? 0)} ms`;
}

/** The largest heap size that the server itself reports. */
function watchHeap(baseUrl: string) {
  let highest = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const text = await fetch(`${baseUrl}/metrics`).then((answer) => answer.text());
      highest = Math.max(highest, Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1] ?? 0));
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return {
    async end() {
      isOver = true;
      await looking;
      return highest;
    },
  };
}

/** Searches for this many words, again and again. */
function searches(words: number): Flood['begin'] {
  return async ({ greedy }) => {
    const caller = new Caller(greedy);
    const rows = Array.from({ length: 10_000 }, (_, i) => ({
      given_name: `Ana ${i}`,
      first_surname: 'Luna',
    }));
    for (let i = 0; i < 2; i += 1) await caller.make('/members/import', { rows }, 'import');
    const q = encodeURIComponent(
      Array.from({ length: words }, (_, i) => String.fromCharCode(97 + (i % 26))).join(' '),
    );
    const seen = new Map<string, number>();
    let isOver = false;
    const search = async () => {
      while (!isOver) {
        const { status } = await caller.send(`/api/public/v1/members?q=${q}`).catch(() => ({ status: 0 }));
        note(seen, status);
      }
    };
    const running = Array.from({ length: 20 }, search);
    await sleep(500);
    return {
      refusals: () => told(seen),
      async end() {
        isOver = true;
        await Promise.all(running);
      },
    };
  };
}

/** Sends bodies without their last byte, each on its own connection. A refused body is replaced by a new one. */
function unfinished(
  atOnce: number,
  bodyOf: (stage: FloodStage) => Promise<{ head: string; body: Buffer }>,
): Flood['begin'] {
  return async (stage) => {
    const { head, body } = await bodyOf(stage);
    const { port } = new URL(stage.server.baseUrl);
    const seen = new Map<string, number>();
    const open = new Set<Socket>();
    let isOver = false;
    const send = async () => {
      while (!isOver) {
        const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: stage.greedy.network });
        open.add(socket);
        socket.on('error', () => {});
        socket.once('data', (answer) => {
          note(seen, Number(answer.toString('latin1').split(' ')[1]));
          socket.destroy();
        });
        const closed = once(socket, 'close');
        socket.write(head);
        socket.write(body.subarray(0, -1));
        await closed;
        open.delete(socket);
        await sleep(50);
      }
    };
    const running = Array.from({ length: atOnce }, send);
    await sleep(2_000);
    return {
      refusals: () => `${told(seen)}, ${open.size} open`,
      async end() {
        isOver = true;
        for (const socket of open) socket.destroy();
        await Promise.all(running);
      },
    };
  };
}

function note(seen: Map<string, number>, status: number): void {
  seen.set(String(status), (seen.get(String(status)) ?? 0) + 1);
}

function told(seen: ReadonlyMap<string, number>): string {
  return [...seen].map(([status, times]) => `${times} × ${status}`).join(', ') || 'no answer';
}

function headOf(path: string, headers: Record<string, string>, body: Buffer): string {
  const lines = Object.entries({ host: 'sello.test', ...headers, 'content-length': String(body.length) });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** A file that a member sends as evidence. */
async function evidence({ greedy, server }: FloodStage) {
  const caller = new Caller(greedy);
  const member = await caller.make('/members', { given_name: 'Ana', first_surname: 'Luna' }, 'member');
  const link = await caller.make(`/members/${member.id}/access-link`, {}, 'access_link');
  const account = /acct_\w+/.exec(link.url)?.[0];
  const entered = await fetch(`${server.baseUrl}/api/my/${account}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ link: new URL(link.url).hash.replace('#link=', '') }),
  });
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`no session: ${entered.status} ${await entered.text()}`);
  const body = Buffer.alloc(15 * MB, '%PDF-');
  return {
    head: headOf(`/api/my/${account}/evidence`, { cookie, 'content-type': 'application/pdf' }, body),
    body,
  };
}

async function batch({ greedy }: FloodStage) {
  const item = { sha256: 'ab'.repeat(32), file_name: 'a.pdf', description: 'd'.repeat(4_900) };
  const line = Buffer.from(`${JSON.stringify(item)}\n`);
  const body = Buffer.concat(Array.from({ length: 9_900 }, () => line));
  const headers = { authorization: `Bearer ${greedy.key}`, 'content-type': 'application/x-ndjson' };
  return { head: headOf('/api/public/v1/batches', headers, body), body };
}

const FLOODS: readonly Flood[] = [
  { what: '20 searches of 400 words at once, again and again', begin: searches(400) },
  { what: '20 searches of ten words at once, again and again, among 20,000 members', begin: searches(10) },
  { what: '60 slow sockets with 15 MB of evidence each', begin: unfinished(60, evidence) },
  { what: '21 unfinished batches of 50 MB', begin: unfinished(21, batch) },
];

test.for(FLOODS)('P105 $what', { timeout: CHAOS_TIMEOUT_MS }, async ({ what, begin }) => {
  const { rounds } = FIGURES.shares;
  const stage = await openFloodStage();
  try {
    await stage.work(5);
    const calm = await stage.work(rounds);
    const heap = watchHeap(stage.server.baseUrl);
    const flood = await begin(stage);
    const during = await stage.work(rounds);
    const refusals = flood.refusals();
    await flood.end();
    const highest = await heap.end();
    const resident = await stage.server.peakResidentBytes();
    const failed = during.failures.filter((failure) => failure.startsWith('certify'));
    console.log(
      `${what}: ${rounds - failed.length} of ${rounds} certificates, ${times(during.took.certify)} (calm: ${times(calm.took.certify)}); heap at most ${Math.round(highest / MB)} MB, resident ${Math.round(resident / MB)} MB; the flood got ${refusals}`,
    );
    expect(during.failures).toEqual([]);
    expect(stage.server.hasEnded).toBe(false);
    expect(highest).toBeLessThan(MOST_HEAP);
  } finally {
    await stage.close();
  }
});
