import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { followExchanges } from '../../http/connection/exchanges.ts';
import type { LogFields } from '../../kernel/logger.ts';
import { prepareDrain } from './drain.ts';

async function open(deadlineMs: number) {
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.end('answered')),
  );
  followExchanges(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const lines: [string, string, LogFields][] = [];
  const write =
    (level: string) =>
    (event: string, fields: LogFields = {}) =>
      void lines.push([level, event, fields]);
  const logger = { info: write('info'), warn: write('warn'), error: write('error') };
  const close = async () => {
    await once(server.close(), 'close');
  };
  return { server, lines, stop: prepareDrain(server, close, logger, deadlineMs) };
}

/** A client that has sent its head and part of its body. */
async function beginUpload(port: number) {
  const socket = connect({ host: '127.0.0.1', port }).on('error', () => {});
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nab');
  return socket;
}

test('P05 an upload that ends in time is answered, and the log says that none was cut off', async () => {
  const { server, lines, stop } = await open(60_000);
  const arrived = once(server, 'request');
  const socket = await beginUpload((server.address() as AddressInfo).port);
  await arrived;
  const stopped = stop();
  socket.write('cd');
  const answer = String((await socket.toArray()).join(''));
  await stopped;
  expect(answer).toContain('answered');
  expect(lines).toMatchObject([
    ['info', 'server.stopping', { requests: 1, deadlineMs: 60_000 }],
    ['info', 'server.stopped', { cut: 0 }],
  ]);
});

test('P05 an upload that takes longer is cut off, and the log says how many were and after how long', async () => {
  const { server, lines, stop } = await open(50);
  const arrived = once(server, 'request');
  const socket = await beginUpload((server.address() as AddressInfo).port);
  await arrived;
  const closed = once(socket, 'close');
  await stop();
  await closed;
  expect(lines[1]).toMatchObject(['warn', 'server.stopped', { cut: 1, afterMs: expect.any(Number) }]);
});
