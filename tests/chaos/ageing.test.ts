/**
 * Everything that a request allocates must be freed while it is in V8's young generation. Otherwise V8 scans the whole
 * heap every few seconds, and callers wait.
 */

import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildSello, startChildSello } from '../harness/child-sello.ts';
import { openStormPlace, type StormPlace } from '../harness/storm-place.ts';
import { API } from '../harness/test-sello.ts';
import { CHAOS_TIMEOUT_MS } from './figures.ts';

/** 600 were measured. With pg's own promises, or if a connection keeps its last request, it is several thousand. */
const MAX_OLD_BYTES = 1_200;
const WINDOWS = 12;
const CALLS = 600;
const AT_ONCE = 6;
/** Most connections are idle at any time, like those of real callers. */
const CONNECTIONS = 48;

let place: StormPlace;
let child: ChildSello;
beforeAll(async () => {
  place = await openStormPlace('PostgreSQL, folder');
  // A small young generation is cleared often, so that few calls are enough to judge.
  child = await startChildSello({ ...place.env, NODE_OPTIONS: '--max-semi-space-size=2' });
});
afterAll(async () => {
  await child?.kill('SIGTERM');
  await place?.close();
});

const agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));

function call(number: number): Promise<number> {
  const agent = agents[number % CONNECTIONS];
  const path = `${API}/verify/${number.toString(16).padStart(64, '0')}`;
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${place.key}` };
    const asked = request(`${child.baseUrl}${path}`, { agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.once('error', reject).end();
  });
}

async function readHeap(): Promise<{ oldBytes: number; fullCollections: number }> {
  const text = await (await fetch(`${child.baseUrl}/metrics`)).text();
  const numberIn = (line: RegExp) => Number(line.exec(text)?.[1] ?? 0);
  return {
    oldBytes: numberIn(/^nodejs_heap_space_size_used_bytes\{space="old"\} (\S+)$/m),
    fullCollections: numberIn(/^nodejs_gc_duration_seconds_count\{kind="major"\} (\S+)$/m),
  };
}

/** By how much the old generation grew with each call; undefined if it was cleared during the calls. */
async function growth(first: number): Promise<number | undefined> {
  const before = await readHeap();
  let next = first;
  const caller = async () => {
    while (next < first + CALLS) expect(await call(next++)).toBe(200);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const after = await readHeap();
  expect(before.oldBytes).toBeGreaterThan(0);
  if (after.fullCollections > before.fullCollections) return undefined;
  return (after.oldBytes - before.oldBytes) / CALLS;
}

test('no memory of an answered request survives', { timeout: CHAOS_TIMEOUT_MS }, async () => {
  const grown: number[] = [];
  for (let window = 0; window < WINDOWS; window += 1) {
    const bytes = await growth(window * CALLS);
    if (bytes !== undefined) grown.push(bytes);
  }
  // The smallest value counts, because code is still being compiled in the first windows.
  expect(Math.min(...grown), grown.map(Math.round).join(', ')).toBeLessThan(MAX_OLD_BYTES);
});
