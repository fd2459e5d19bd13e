/** The cookie of a known device: read at a login, set with every session and after a reset. */

import type { FastifyRequest } from 'fastify';
import type { Site } from '../../http/site.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import type { PersonStore } from '../persons/ports.ts';
import { readHostCookie, setHostCookie } from './host-cookie.ts';
import { DEVICE_DAYS, type KnownDevice, readDevices, rememberDevice } from './known-devices.ts';

const NAME = 'device';

export type DevicePorts = {
  people: PersonStore;
  serverKeys: ServerKeys;
  now: Clock;
  randomBytes: RandomBytes;
};

export function devicesOf(
  ports: Pick<DevicePorts, 'serverKeys' | 'now'>,
  { baseUrl }: Site,
  request: FastifyRequest,
): Promise<KnownDevice[]> {
  return readDevices(ports, readHostCookie(request.headers.cookie, baseUrl, NAME, /^[\w-]+\.[\w-]{1,2000}$/));
}

/** The `Set-Cookie` that makes this browser known for this address. */
export async function deviceCookie(
  ports: DevicePorts,
  site: Site,
  request: FastifyRequest,
  email: string,
): Promise<string> {
  const devices = await devicesOf(ports, site, request);
  const [folded, mark] = [await ports.people.fold(email), await ports.people.credentialsMark(email)];
  const value = await rememberDevice(ports, devices, folded, mark ?? '');
  const expiresAt = new Date(ports.now().getTime() + DEVICE_DAYS * 86_400_000);
  return setHostCookie(site.baseUrl, NAME, value, expiresAt);
}
