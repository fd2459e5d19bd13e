/** A webhook receiver that accepts and counts everything; a GET returns the count. */

import './end-with-parent.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let taken = 0;
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.method === 'POST') taken += 1;
    response.end(request.method === 'POST' ? undefined : String(taken));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
