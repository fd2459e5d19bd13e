import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encodeAddCheckpoint } from '@sello/proof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeLog, makeFakeLog } from '../../../../tests/harness/fake-log.ts';
import { openConnection } from '../../../../tests/harness/raw-http.ts';
import { startTestWitness, type TestWitness } from '../../../../tests/harness/test-witness.ts';
import { originHash } from './state-folder.ts';

let log: FakeLog;
let witness: TestWitness;
beforeEach(async () => {
  log = await makeFakeLog('log.example/http');
  witness = await startTestWitness('witness.example/http', log.vkey);
});
afterEach(() => witness.close());

test('what was cosigned last is shown to anyone who monitors the log, and nothing before the first', async () => {
  const shown = `${witness.url}/${originHash(log.origin)}/checkpoint`;
  expect((await fetch(shown)).status).toBe(404);
  const note = await log.checkpoint();
  const { status, type, text } = await witness.offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note }));
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await (await fetch(shown)).text()).toBe(`${note}${text}`);
});

test('409 has the size alone, under the type of the specification', async () => {
  log.growTo(3);
  const note = await log.checkpoint();
  await witness.offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note }));
  expect(
    await witness.offer(encodeAddCheckpoint({ oldSize: 1, proof: log.consistency(1, 3), note })),
  ).toEqual({
    status: 409,
    type: 'text/x.tlog.size',
    text: '3\n',
  });
});

test('its front page names its key and its logs', async () => {
  const text = await (await fetch(witness.url)).text();
  expect(text).toContain(witness.key.vkey);
  expect(text).toContain(`${log.origin} /${originHash(log.origin)}/checkpoint`);
});

test('other methods, other addresses, long bodies and bytes that are no text are refused', async () => {
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${witness.url}${path}`, init)).status;
  expect(await ask('/add-checkpoint')).toBe(405);
  expect(await ask('/', { method: 'DELETE' })).toBe(405);
  expect(await ask('/nothing')).toBe(404);
  expect(await ask(`/${originHash('another')}/checkpoint`)).toBe(404);
  expect(await ask('/add-checkpoint', { method: 'POST', body: Buffer.from([0xff, 0xfe]) })).toBe(400);
  const long = await ask('/add-checkpoint', { method: 'POST', body: 'x'.repeat(200_000) }).catch(() => 413);
  expect(long).toBe(413);
});

test('a body whose end a proxy could see elsewhere, and a request for two hosts, are refused and end the connection', async () => {
  const body = encodeAddCheckpoint({ oldSize: 0, proof: [], note: await log.checkpoint() });
  const chunks = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const ask = async (version: string, ...headers: string[]) => {
    const connection = await openConnection(witness.url);
    const head = [`POST /add-checkpoint HTTP/${version}`, ...headers, '', ''].join('\r\n');
    await connection.send(head + chunks);
    const { status, headers: told } = await connection.answer();
    connection.close();
    return [status, told.connection];
  };
  const refused = [400, 'close'];
  expect(await ask('1.1', 'Host: w', 'Transfer-Encoding: gzip, chunked')).toEqual(refused);
  expect(await ask('1.0', 'Host: w', 'Transfer-Encoding: chunked')).toEqual(refused);
  expect(await ask('1.0', 'Connection: keep-alive', 'Transfer-Encoding: chunked')).toEqual(refused);
  expect(await ask('1.1', 'Host: a', 'Host: b', 'Transfer-Encoding: chunked')).toEqual(refused);
  expect(await ask('1.1', 'Transfer-Encoding: chunked')).toEqual(refused);
  expect(await ask('1.1', 'Host: w', 'Transfer-Encoding: chunked')).toEqual([200, 'keep-alive']);
  expect(witness.logged).toEqual([]);
});

test('P105 silent connections of one network do not shut the witness for another', async () => {
  const { hostname, port } = new URL(witness.url);
  const silent: Socket[] = [];
  for (let i = 0; i < 1_100; i += 1) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.9' });
    socket.on('error', () => {});
    silent.push(socket);
  }
  await Promise.all(silent.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  const note = await log.checkpoint();
  const { status } = await witness.offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note }));
  for (const socket of silent) socket.destroy();
  expect(status).toBe(200);
});

test('P105 a refused checkpoint is logged once, as the log signed it, however often it is replayed', async () => {
  log.growTo(5);
  await witness.offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note: await log.checkpoint() }));
  const fork = log.forkAt(2);
  fork.growTo(5);
  const note = await fork.checkpoint();
  for (let i = 0; i < 20; i += 1) {
    const junk = `— stranger.example ${Buffer.alloc(40_000, i).toString('base64')}\n`;
    const body = encodeAddCheckpoint({ oldSize: 5, proof: [], note: `${note}${junk}` });
    expect((await witness.offer(body)).status).toBe(422);
  }
  const lines = witness.logged.filter(({ event }) => event === 'witness.refused');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.fields).toMatchObject({ offered: note });
});

test('P105 repeated lines of the log itself neither log a refused checkpoint again nor leave no room to cosign', async () => {
  log.growTo(5);
  const genuine = await log.checkpoint();
  const line = genuine.slice(genuine.lastIndexOf('\n\n') + 2);
  const first = encodeAddCheckpoint({ oldSize: 0, proof: [], note: genuine + line.repeat(31) });
  expect((await witness.offer(first)).status).toBe(200);
  const shown = await (await fetch(`${witness.url}/${originHash(log.origin)}/checkpoint`)).text();
  expect(shown.split(line)).toHaveLength(2);
  const fork = log.forkAt(2);
  fork.growTo(5);
  const forked = await fork.checkpoint();
  const forkedLine = forked.slice(forked.lastIndexOf('\n\n') + 2);
  for (let more = 0; more < 32; more += 1) {
    const note = forked + forkedLine.repeat(more);
    expect((await witness.offer(encodeAddCheckpoint({ oldSize: 5, proof: [], note }))).status).toBe(422);
  }
  expect(witness.logged.map(({ event, fields }) => [event, fields.offered])).toEqual([
    ['witness.refused', forked],
  ]);
});

test('P105 genuine checkpoints with a wrong proof are refused, and not logged as a fork', async () => {
  log.growTo(5);
  const note = await log.checkpoint();
  const proof = [Buffer.alloc(32, 7)];
  const offer = async (oldSize: number) => witness.offer(encodeAddCheckpoint({ oldSize, proof, note }));
  expect((await offer(0)).status).toBe(422);
  await witness.offer(encodeAddCheckpoint({ oldSize: 0, proof: [], note }));
  expect((await offer(5)).status).toBe(422);
  expect(witness.logged).toEqual([]);
});
