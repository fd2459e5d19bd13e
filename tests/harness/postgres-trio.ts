/**
 * Three real PostgreSQL servers: a primary whose commits wait for any one of two standbys. The test promotes as an
 * operator would by hand.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultProxy, openFaultProxy, PASS } from './fault-proxy.ts';
import {
  conninfoTo,
  copyMember,
  type DatabaseServer,
  MEMBER_SETTINGS,
  type Member,
  startMember,
  waitForStandbys,
} from './postgres-member.ts';

export type PostgresTrio = {
  /** Addresses of the proxies to the servers, which stay when a server is replaced. */
  addresses: string[];
  /** One database URL that lists all three. */
  urlOfAll: string;
  readonly primary: DatabaseServer;
  readonly standbys: readonly DatabaseServer[];
  /** Promotes a standby; resolves once its commits are confirmed. */
  promote(): Promise<void>;
  /** Recreates the lost server as a standby of the current primary. */
  renew(): Promise<void>;
  close(): Promise<void>;
};

const NAMES = ['db1', 'db2', 'db3'] as const;

/** The same setting on every server: no server is its own standby, and nothing has to be changed after a promotion. */
const SETTINGS = { ...MEMBER_SETTINGS, synchronous_standby_names: `ANY 1 (${NAMES.join(', ')})` };

type Slot = { name: string; road: FaultProxy; member: Member | undefined };

export async function openPostgresTrio(): Promise<PostgresTrio> {
  const home = await mkdtemp(path.join(tmpdir(), 'sello-trio-'));
  const slots = await Promise.all(NAMES.map(openSlot));
  let leader = slots[0] as Slot;
  let made = 0;
  const newFolder = () => {
    made += 1;
    return path.join(home, `server-${made}`);
  };
  const others = () => slots.filter((slot) => slot !== leader);
  leader.member = await startMember(newFolder(), leader.road, SETTINGS);
  // With local commits, because there is no standby yet for which they could wait.
  await memberOf(leader).ask(
    'set synchronous_commit = local; create role haproxy login; grant pg_monitor to haproxy',
  );
  const follow = async (slot: Slot) => {
    slot.member = await copyMember(memberOf(leader), newFolder(), slot.road, slot.name, SETTINGS);
  };
  for (const slot of others()) await follow(slot);
  await waitForStandbys(memberOf(leader), 2);
  return {
    addresses: slots.map(({ road }) => `127.0.0.1:${road.port}`),
    urlOfAll: `postgres://sello@${slots.map(({ road }) => `127.0.0.1:${road.port}`).join(',')}/sello?target_session_attrs=read-write`,
    get primary() {
      return memberOf(leader);
    },
    get standbys() {
      return others().map(memberOf);
    },
    async promote() {
      leader = await promoteOne(others());
    },
    async renew() {
      for (const slot of others()) {
        if (await follows(slot, memberOf(leader))) continue;
        await memberOf(slot).stop();
        await slot.road.behave(PASS);
        slot.road.resetAll();
        await follow(slot);
      }
      await waitForStandbys(memberOf(leader), 2);
    },
    async close() {
      for (const { road, member } of slots) {
        await member?.stop();
        await road.close();
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}

/**
 * An acknowledged commit is on at least one of the two standbys, and nobody knows on which. So both standbys stop
 * following, after which the old primary, dead or not, can acknowledge nothing; then the one with more of the log is
 * promoted, and the other follows it.
 */
async function promoteOne(standbys: readonly Slot[]): Promise<Slot> {
  const reached: { slot: Slot; bytes: number }[] = [];
  for (const slot of standbys) {
    await setConninfo(memberOf(slot), '');
    while ((await memberOf(slot).ask('select from pg_stat_wal_receiver')).length > 0) await sleep(20);
    const [row] = await memberOf(slot).ask(`select pg_last_wal_receive_lsn() - '0/0'::pg_lsn as bytes`);
    reached.push({ slot, bytes: Number(row?.bytes) });
  }
  const [best, rest] = reached.sort((a, b) => b.bytes - a.bytes).map(({ slot }) => slot) as [Slot, Slot];
  await memberOf(best).ask('select pg_promote(true, 30)');
  await setConninfo(memberOf(rest), conninfoTo(memberOf(best), rest.name));
  await waitForStandbys(memberOf(best));
  return best;
}

async function setConninfo({ ask }: DatabaseServer, conninfo: string): Promise<void> {
  await ask(`alter system set primary_conninfo = '${conninfo}'`);
  await ask('select pg_reload_conf()');
}

/** Asks the primary, because a killed server does not answer. */
async function follows({ name }: Slot, primary: DatabaseServer): Promise<boolean> {
  const rows = await primary.ask(
    `select from pg_stat_replication where application_name = '${name}' and state = 'streaming'`,
  );
  return rows.length > 0;
}

async function openSlot(name: string): Promise<Slot> {
  const slot: Partial<Slot> = {};
  const road = await openFaultProxy(() => ({ path: slot.member?.socket ?? '/nowhere' }));
  return Object.assign(slot, { name, road, member: undefined });
}

function memberOf({ member, name }: Slot): Member {
  if (member === undefined) throw new Error(`there is no server ${name}`);
  return member;
}
