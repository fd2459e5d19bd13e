/** Whether the service can be reached from its own machine alone, so that whoever reaches it has the machine. */

import { isIP } from 'node:net';
import type { HttpSettings } from '../settings.ts';

/** A proxy may let in others, so a service behind one counts as reachable. */
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
