/** Strangers request everything that is expensive, as fast as they can, while somebody works with a key. */

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildSello, startChildSello } from '../harness/child-sello.ts';
import { type HonestWork, workHonestly } from '../harness/honest-caller.ts';
import { fileForm } from '../harness/multipart.ts';
import { openStormPlace, type StormPlace } from '../harness/storm-place.ts';
import { API } from '../harness/test-sello.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

const { constancias, connections, honestCalls } = FIGURES.flood;
const MAX_RATIO = 5;
const MAX_GROWTH = 80 * 1024 * 1024;

let place: StormPlace;
let child: ChildSello;
const codes: string[] = [];
beforeAll(async () => {
  place = await openStormPlace('PostgreSQL, folder');
  // With the memory settings of `bin/sello.mjs`, because memory is measured.
  child = await startChildSello({
    ...place.env,
    NODE_OPTIONS: '--max-semi-space-size=16 --max-old-space-size=1024',
  });
  for (let made = 0; made < constancias; made += 8) {
    const eight = Array.from({ length: Math.min(8, constancias - made) }, () => certify());
    codes.push(...(await Promise.all(eight)));
  }
});
afterAll(async () => {
  await child?.kill('SIGTERM');
  await place?.close();
});

async function certify(): Promise<string> {
  const form = fileForm(randomBytes(16));
  const answer = await fetch(`${child.baseUrl}${API}/certificates`, {
    method: 'POST',
    body: form.payload,
    headers: { authorization: `Bearer ${place.key}`, ...form.headers },
  });
  const { certificate } = (await answer.json()) as { certificate: { qr_verification_url: string } };
  return certificate.qr_verification_url.split('/').at(-1) ?? '';
}

/** Asks from another address of this machine, so that strangers and the honest caller are in different networks. */
function askAsStranger(path: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${child.baseUrl}${path}`, { agent, localAddress: '127.0.0.2' }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.once('error', reject).end();
  });
}

async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

type Round = { ratio: number; statuses: Set<number>; strangers: Set<number> };

/** Compares the same work without strangers and with them. */
async function flood(): Promise<Round> {
  const calm = await workHonestly(child.baseUrl, place.key, honestCalls);
  const agent = new Agent({ keepAlive: true, maxSockets: constancias + connections });
  const strangers = new Set<number>();
  const ask = async (path: string) => strangers.add(await askAsStranger(path, agent));
  const drawings = codes.map((code) => ask(`/v/${code}/proof?type=constancia`));
  let isOver = false;
  const others = Array.from({ length: connections }, async (_, number) => {
    const kinds = [`/v/${codes[number % codes.length]}/qr.png`, `/v/${codes[0]}`, '/log/key', '/verify'];
    for (let turn = number; !isOver; turn += 1) await ask(kinds[turn % kinds.length] ?? '');
  });
  let during: HonestWork;
  try {
    during = await workHonestly(child.baseUrl, place.key, honestCalls);
  } finally {
    isOver = true;
    await Promise.allSettled([...drawings, ...others]);
    agent.destroy();
  }
  return { ratio: during.p99 / calm.p99, statuses: during.statuses, strangers };
}

test(`P44 ${constancias} constancias at once and ${connections} connections on codes and pages hardly slow down callers with a key`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  // The server is used first, so that its rendering thread is running before memory is measured.
  await askAsStranger(`/v/${codes[0]}/proof?type=constancia`, new Agent());
  await workHonestly(child.baseUrl, place.key, honestCalls);
  const before = await residentBytes();
  const rounds: Round[] = [];
  // Other work on the machine can only make the ratio worse, so one good round is enough.
  while (rounds.length < 4 && !rounds.some(({ ratio }) => ratio <= MAX_RATIO)) rounds.push(await flood());
  const growth = (await residentBytes()) - before;

  expect(Math.min(...rounds.map(({ ratio }) => ratio))).toBeLessThanOrEqual(MAX_RATIO);
  expect(growth).toBeLessThanOrEqual(MAX_GROWTH);
  for (const { statuses, strangers } of rounds) {
    expect([...statuses].sort()).toEqual([200, 201]);
    // Some were served, most were told to wait, and nothing failed.
    expect([...strangers].every((status) => [200, 429, 503].includes(status))).toBe(true);
    expect(strangers).toContain(429);
  }
});
