/**
 * Finds the primary among several servers. All are asked at once, each on a connection of its own. A server that
 * froze, or whose network drops everything, then does not delay the others.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseAddress } from '../address.ts';
import { assertPrimary } from './assert-primary.ts';
import { type Host, hostsOf } from './hosts.ts';
import { probe } from './open-connections.ts';

/** How long to wait, once a server that takes writes has answered, for another one that was promoted later. */
const GRACE_MS = 100;
/**
 * How often the other servers are asked while everything seems fine. The server in use may have been replaced without
 * this process noticing.
 */
const LOOK_EVERY_MS = 2_000;

/**
 * Makes new connections go to the primary that was found. Returns false if no server takes writes, or if none
 * answers.
 */
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
    // The last server that was accepted has the latest timeline.
    found.unshift(host);
    first.resolve();
  };
  const all = Promise.all(hosts.all.map((host) => ask(host).catch(() => {})));
  await Promise.race([all, first.promise.then(() => sleep(GRACE_MS, undefined, { ref: false }))]);
  const [primary] = found;
  if (primary !== undefined) hosts.prefer(primary);
  return primary !== undefined;
}

/**
 * Whether the server answers a new connection. With one host, a refusal because it is full or starting up counts as an
 * answer.
 */
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

/**
 * Asks the other servers again and again until the returned function is called. With one host there is no other
 * server, so nothing is asked.
 */
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
