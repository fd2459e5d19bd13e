/** A limit of connections per network: whoever opens thousands waits for their own, and nobody else does. */

import type { Server } from 'node:http';
import type { Logger } from '../../kernel/logger.ts';
import type { HttpSettings } from '../settings.ts';
import { matchNetworks } from './match-networks.ts';
import { networkOf } from './network-of.ts';

export type ConnectionLimits = Pick<HttpSettings, 'maxConnectionsPerNetwork' | 'trustedProxies'>;

export function limitConnections(
  server: Server,
  { logger }: { logger: Logger },
  { maxConnectionsPerNetwork, trustedProxies }: ConnectionLimits,
): void {
  if (maxConnectionsPerNetwork === 0) return;
  // A balancer's connections belong to all the callers behind it.
  const isProxy = matchNetworks(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    // Already closed.
    if (socket.remoteAddress === undefined) return;
    if (isProxy(socket.remoteAddress)) return;
    const network = networkOf(socket.remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    if (count > maxConnectionsPerNetwork) return void socket.destroy();
    if (count === maxConnectionsPerNetwork) logger.warn('connections.at_limit', { network, count });
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
