/**
 * Notices a proxy that SELLO_TRUSTED_PROXIES does not name. All callers behind such a proxy share its address, so a
 * hundred failed logins of one caller lock everybody out. Anybody can send the header of a proxy, so this only writes
 * a hint to the logger and changes nothing.
 */

import type { FastifyRequest } from 'fastify';
import type { Logger } from '../../kernel/logger.ts';
import type { App } from '../app.ts';
import { matchNetworks } from './match-networks.ts';

/** Addresses on this machine or in a private network, where most proxies are. */
const NEAR = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1',
  'fc00::/7',
  'fe80::/10',
];

const MEND =
  'If this address is your proxy, name it in SELLO_TRUSTED_PROXIES; until then everybody behind it shares one limit.';

type UnnamedProxy = { peer: string; header: string; isNear: boolean };

/** Logged once for near addresses and once for others: a stranger's header must not hide the real proxy. */
export function noticeUnnamedProxy(
  app: App,
  { logger }: { logger: Logger },
  trustedProxies: readonly string[],
  onNotice: (proxy: UnnamedProxy) => void,
): void {
  const isNamed = matchNetworks(trustedProxies);
  const isNearby = matchNetworks(NEAR);
  const told = new Set<boolean>();
  app.addHook('onRequest', (request, _reply, done) => {
    const header = forwardingHeader(request);
    const peer = header === undefined ? undefined : request.socket.remoteAddress;
    if (header !== undefined && peer !== undefined && told.size < 2 && !isNamed(peer)) {
      const isNear = isNearby(peer);
      if (!told.has(isNear)) {
        told.add(isNear);
        logger.warn('proxy.unnamed', { peer, header, mend: MEND });
        onNotice({ peer, header, isNear });
      }
    }
    done();
  });
}

function forwardingHeader({ headers }: FastifyRequest): string | undefined {
  if (headers['x-forwarded-for'] !== undefined) return 'X-Forwarded-For';
  return headers.forwarded === undefined ? undefined : 'Forwarded';
}
