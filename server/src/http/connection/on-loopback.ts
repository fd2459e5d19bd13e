/**
 * Whether the service can be reached only from its own machine. Then everybody who reaches it controls the machine
 * anyway.
 */

import { isIP } from 'node:net';
import type { HttpSettings } from '../settings.ts';

/** A service behind a proxy counts as reachable from elsewhere, because the proxy may let others in. */
export function isOnLoopback({
  host,
  baseUrl,
  trustedProxies,
}: Pick<HttpSettings, 'host' | 'baseUrl' | 'trustedProxies'>): boolean {
  return (
    isLoopbackName(host) &&
    isLoopbackName(new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')) &&
    trustedProxies.length === 0
  );
}

function isLoopbackName(name: string): boolean {
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === 'localhost' || name === '::1';
}
