/** Long exports: streamed with little memory, at the speed of their readers, and with each record once. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { SHARED_THINGS } from '../../../server/src/kernel/shares/shared-things.ts';
import { forFile } from '../../harness/for-file.ts';
import { keptMemory } from '../../harness/kept-memory.ts';
import { manyMembers, openProgramCouncil } from '../../harness/program-council.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const MEMBERS = 20_000;
const LAPSED = 40;
const PATIENTLY = { timeout: 60_000 };

const sello = forFile(openTestSello);
const caller = forFile(() => sello.newAccount());
const world = forFile(() => openProgramCouncil(sello, caller.key));
let ids: string[];
let base: string;
beforeAll(async () => {
  ids = (await manyMembers(sello, world, MEMBERS)).toSorted();
  await sello.database.query(
    "update memberships set valid_until = '2026-01-01', lapses_on = '2026-01-02' where member_id = any($1)",
    [ids.slice(0, LAPSED)],
  );
  await sello.database.query(
    `insert into awards (id, account_id, livemode, member_id, activity, role, completed_on, points, evidence, status,
                         metadata, created_at, updated_at)
     select 'awd_' || substr(m.id, 5), m.account_id, m.livemode, m.id, '{"title":"Congreso","provider":null,"kind":null}',
            'attendee', '2025-06-01', '[]', '[]', 'pending', '{}', now(), now() from members m where m.id = any($1)`,
    [ids],
  );
  await sello.database.query('analyze');
  base = await sello.listen();
}, 300_000);

const authorization = () => `Bearer ${caller.key}`;

/**
 * Reads an export without keeping it: the number of records, whether each id is below the previous one, and the memory
 * used.
 */
async function read(path: string) {
  const before = keptMemory().heapUsed;
  const response = await fetch(`${base}${API}${path}`, { headers: { authorization: authorization() } });
  expect(response.status).toBe(200);
  const decoder = new TextDecoder();
  const first: string[] = [];
  let [rows, inOrder, last, rest, most] = [0, true, '~', '', 0];
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id } = JSON.parse(line);
      inOrder &&= id < last;
      last = id;
      if (first.length < LAPSED) first.push(id);
    }
    rows += lines.length;
    most = Math.max(most, process.memoryUsage().heapUsed - before);
  }
  return { rows, inOrder, rest, first, most };
}

test.for(['members', 'awards'])(
  'twenty thousand %s are streamed, each once and newest first, with little memory',
  async (list) => {
    const { most, first: _, ...streamed } = await read(`/${list}/export?format=ndjson`);
    expect(streamed).toEqual({ rows: MEMBERS, inOrder: true, rest: '' });
    // The whole export is about 20 MB of text.
    expect(most).toBeLessThan(120_000_000);
  },
);

test('few matches among many records are found with statements that each read a thousand records', async () => {
  const began = Date.now();
  const { first, rows } = await read('/members/export?format=ndjson&standing=lapsed');
  expect([rows, first]).toEqual([LAPSED, ids.slice(0, LAPSED).toReversed()]);
  expect(Date.now() - began).toBeLessThan(20_000);
});

/** A client that sends a request and then reads nothing. */
async function ask(path: string): Promise<Socket> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${API}${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization()}\r\n\r\n`);
  return socket;
}

test('a client that reads nothing pauses the export, which still counts towards the account’s limit', async () => {
  const slow = await Promise.all(
    Array.from({ length: SHARED_THINGS.exports.most }, (_, i) =>
      ask(`/${i === 0 ? 'members' : 'awards'}/export?format=ndjson`),
    ),
  );
  const answer = () => sello.call('GET', `${API}/members/export?limit=1`, { key: caller.key });
  try {
    await expect.poll(() => slow.every(({ bytesRead }) => bytesRead > 0), PATIENTLY).toBe(true);
    const refused = await answer();
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limit_exceeded']);
  } finally {
    for (const socket of slow) socket.destroy();
  }
  await expect.poll(async () => (await answer()).status, PATIENTLY).toBe(200);
});
