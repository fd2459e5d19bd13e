/**
 * A sealed cookie for browsers that somebody has logged in with. It logs nobody in; it tells the owner apart from
 * strangers who guess, so that their guesses cannot lock the owner out. It becomes invalid when the password or the
 * second factor changes: otherwise every earlier browser would keep ten guesses of its own at the new ones.
 */

import type { Clock } from '../../kernel/clock.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { openSealed, sealSecret } from '../../kernel/seal-secret.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { sha256 } from '../../kernel/sha256.ts';

export const DEVICE_DAYS = 180;

/** Several people may share a browser, or one may have several accounts. */
const MAX_ADDRESSES = 5;
const OWNER = 'device cookie';

/** A browser has a different id for each address. */
export type KnownDevice = {
  address: string;
  id: string;
  since: number;
  /** The value of `PersonStore.credentialsMark` at that time. */
  mark: string;
};

/** Empty when the cookie is missing, forged or sealed under a key that no longer exists. */
export async function readDevices(
  ports: { serverKeys: ServerKeys; now: Clock },
  cookie: string | undefined,
): Promise<KnownDevice[]> {
  if (cookie === undefined) return [];
  try {
    const oldest = ports.now().getTime() - DEVICE_DAYS * 86_400_000;
    const list: unknown = JSON.parse((await openSealed(ports, OWNER, cookie)).toString());
    return Array.isArray(list) ? list.filter(isDevice).filter(({ since }) => since > oldest) : [];
  } catch {
    return [];
  }
}

/** Finds what this browser is known as for an address, which is given as the database spells it. */
export function deviceFor(devices: readonly KnownDevice[], folded: string): KnownDevice | undefined {
  return devices.find(({ address }) => address === nameOf(folded));
}

/** The cookie that adds this address to those that the browser is known for. */
export async function rememberDevice(
  ports: { serverKeys: ServerKeys; randomBytes: RandomBytes; now: Clock },
  devices: readonly KnownDevice[],
  folded: string,
  mark: string,
): Promise<string> {
  const device: KnownDevice = {
    address: nameOf(folded),
    id: deviceFor(devices, folded)?.id ?? Buffer.from(ports.randomBytes(16)).toString('base64url'),
    since: ports.now().getTime(),
    mark,
  };
  const others = devices.filter(({ address }) => address !== device.address);
  const list = [device, ...others].slice(0, MAX_ADDRESSES);
  return sealSecret(ports, OWNER, Buffer.from(JSON.stringify(list)));
}

function nameOf(folded: string): string {
  return Buffer.from(sha256(`device of\n${folded}`)).toString('base64url');
}

function isDevice(value: unknown): value is KnownDevice {
  if (typeof value !== 'object' || value === null) return false;
  const { address, id, since, mark } = value as Partial<KnownDevice>;
  return [address, id, mark].every((text) => typeof text === 'string') && typeof since === 'number';
}
