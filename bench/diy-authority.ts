/** The embedded authority in a process of its own, as somebody would run one beside a service. */

import './end-with-parent.ts';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger } from '../server/src/kernel/logger.ts';
import { openEmbeddedAuthority } from '../server/src/timestamps/authority/authority.ts';
import { authorityListener } from '../server/src/timestamps/authority/http-server.ts';

const [folder = ''] = process.argv.slice(2);

const authority = await openEmbeddedAuthority(folder, 'p256', () => new Date(), randomBytes);
const server = createServer(authorityListener(authority, silentLogger));
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
