import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { watchReaders } from './stalled-readers.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server whose answers never end, and a caller that reads nothing until the test lets it. */
async function stage() {
  const server = createServer((_request, response) => {
    const endless = new Readable({ read: () => void endless.push(Buffer.alloc(64 * 1024)) });
    endless.pipe(response);
    response.once('close', () => endless.destroy());
  });
  const look = watchReaders(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const caller = connect(port, '127.0.0.1').pause();
  caller.on('error', () => {});
  const serving = new Promise<Socket>((resolve) => server.once('connection', resolve));
  caller.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const socket = await serving;
  ends.push(
    () => caller.destroy(),
    () => server.close(),
  );
  const fill = () => expect.poll(() => socket.writableLength, { timeout: 10_000 }).toBeGreaterThan(0);
  return { look, caller, socket, fill };
}

/** Resolves once the caller has read this many bytes. */
function read(caller: Socket, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    let got = 0;
    const take = (chunk: Buffer) => {
      got += chunk.length;
      if (got < bytes) return;
      caller.pause().off('data', take);
      resolve();
    };
    caller.on('data', take).resume();
  });
}

test('P105: an answer that nobody reads is aborted at the second check', async () => {
  const { look, socket, fill } = await stage();
  await fill();
  look();
  expect(socket.destroyed).toBe(false);
  look();
  expect(socket.destroyed).toBe(true);
});

test('an answer that is read continues, however long it is', async () => {
  const { look, caller, socket, fill } = await stage();
  for (let i = 0; i < 5; i++) {
    await fill();
    look();
    await read(caller, 16 * 1024 * 1024);
  }
  expect(socket.destroyed).toBe(false);
});

test('P105: reading a byte now and then does not keep it open', async () => {
  const { look, caller, socket, fill } = await stage();
  await fill();
  look();
  await read(caller, 1);
  look();
  expect(socket.destroyed).toBe(true);
});
