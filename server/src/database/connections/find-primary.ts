/**
 * Finds the primary among several servers. All are asked at once, each on a connection of its own: one that froze, or
 * whose network swallows everything, holds up nobody.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from '../address.ts';
import { assertPrimary } from './assert-primary.ts';
import { type Host, hostsOf } from './hosts.ts';
import { probe } from './open-connections.ts';

/** After the first that takes writes, for one that was promoted later to say so. */
const GRACE_MS = 100;
/** How often the others are asked while all seems well: the server in use may have been replaced without a word. */
const LOOK_EVERY_MS = 2_000;

/** New connections go to it from now on. False if there is none, or none that answers. */
export async function findPrimary(address: DatabaseAddress): Promise<boolean> {
  const hosts = hostsOf(address);
  const first = Promise.withResolvers<void>();
  const found: Host[] = [];
  const ask = async (host: Host) => {
    const isPrimary = await probe(host, async (client) => {
      await assertPrimary(client, hosts, host);
      return true;
    });
    if (isPrimary !== true) return;
    // The last one that was not refused has the latest timeline of all.
    found.unshift(host);
    first.resolve();
  };
  const all = Promise.all(hosts.all.map((host) => ask(host).catch(() => {})));
  await Promise.race([all, first.promise.then(() => sleep(GRACE_MS, undefined, { ref: false }))]);
  const [primary] = found;
  if (primary !== undefined) hosts.prefer(primary);
  return primary !== undefined;
}

/** Whether the server answers a new connection. With one host, refusing it as full or starting up is an answer too. */
export async function isReachable(address: DatabaseAddress): Promise<boolean> {
  const hosts = hostsOf(address);
  if (hosts.count > 1) return findPrimary(address);
  const host = hosts.current();
  const isThere = await probe(host, async (client) => {
    if (hosts.asksForWriter) await assertPrimary(client, hosts, host);
    return true;
  }).catch((error) => error instanceof pg.DatabaseError);
  return isThere === true;
}

/** Until the result is called. With one host there is nobody else to ask. */
export function watchForLaterPrimary(address: DatabaseAddress): () => void {
  if (hostsOf(address).count === 1) return () => {};
  let isAsking = false;
  const look = async () => {
    if (isAsking) return;
    isAsking = true;
    await findPrimary(address);
    isAsking = false;
  };
  const looking = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(looking);
}
