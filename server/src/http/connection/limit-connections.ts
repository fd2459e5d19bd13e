/** Limits the connections of each network, so that a network that opens thousands blocks only itself. */

import type { Server } from 'node:http';
import type { Logger } from '../../kernel/logger.ts';
import type { HttpSettings } from '../settings.ts';
import { matchNetworks } from './match-networks.ts';
import { networksOf } from './network-of.ts';

export type ConnectionLimits = Pick<HttpSettings, 'maxConnectionsPerNetwork' | 'trustedProxies'>;

export function limitConnections(
  server: Server,
  { logger }: { logger: Logger },
  { maxConnectionsPerNetwork, trustedProxies }: ConnectionLimits,
): void {
  if (maxConnectionsPerNetwork === 0) return;
  // The connections of a load balancer belong to all the callers behind it, so they are not limited.
  const isProxy = matchNetworks(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    // The connection is already closed.
    if (socket.remoteAddress === undefined) return;
    if (isProxy(socket.remoteAddress)) return;
    const counts = networksOf(socket.remoteAddress).map(({ network, times }) => ({
      network,
      count: (open.get(network) ?? 0) + 1,
      most: maxConnectionsPerNetwork * times,
    }));
    if (counts.some(({ count, most }) => count > most)) return void socket.destroy();
    for (const { network, count, most } of counts) {
      if (count === most) logger.warn('connections.at_limit', { network, count });
      open.set(network, count);
    }
    socket.once('close', () => {
      for (const { network } of counts) {
        const left = (open.get(network) ?? 1) - 1;
        if (left === 0) open.delete(network);
        else open.set(network, left);
      }
    });
  });
}
