/**
 * The least that an authority on node:http can cost: it reads a body, signs as many bytes as a token's signed attributes
 * have, and answers as many as a token has. Nothing is read, checked or encoded.
 */

import './end-with-parent.ts';
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const { answerBytes } = JSON.parse(process.argv[2] ?? '{}') as { answerBytes: number };

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const attributes = Buffer.alloc(280, 0x31);
const answer = 'x'.repeat(answerBytes);

const server = createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    sign('sha256', attributes, privateKey);
    response.writeHead(200, {
      'content-type': 'application/timestamp-reply',
      'content-length': answer.length,
    });
    response.end(answer, 'latin1');
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
