/**
 * Two real PostgreSQL servers, the second a synchronous standby of the first, behind a proxy that leads to the server
 * that takes writes. Either can be killed, frozen or cut off, and the standby promoted: by the test, as an operator
 * would by hand.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FaultProxy, openFaultProxy, PASS } from './fault-proxy.ts';
import {
  copyMember,
  type DatabaseServer,
  type Member,
  startMember,
  waitForStandbys,
} from './postgres-member.ts';

export type PostgresPair = {
  /** One address that leads to whichever server takes writes. */
  url: string;
  /** One address that lists both servers, without a proxy that knows which one takes writes. */
  urlOfBoth: string;
  readonly primary: DatabaseServer;
  readonly standby: DatabaseServer;
  /** Connections that are still open stay with their old server. */
  promote(): Promise<void>;
  /** A new standby of the current primary, in place of the server that was lost. Resolves once commits wait for it. */
  renew(): Promise<void>;
  close(): Promise<void>;
};

/** A place in the pair, with an address that stays when its server is replaced. */
type Slot = { road: FaultProxy; member: Member | undefined };

export async function openPostgresPair(): Promise<PostgresPair> {
  const home = await mkdtemp(path.join(tmpdir(), 'sello-pair-'));
  let made = 0;
  const newFolder = () => {
    made += 1;
    return path.join(home, `server-${made}`);
  };
  const slots = [await openSlot(), await openSlot()] as const;
  let leading: 0 | 1 = 0;
  const of = (slot: Slot) => {
    if (slot.member === undefined) throw new Error('there is no server in this place');
    return slot.member;
  };
  const primary = () => slots[leading];
  const standby = () => slots[leading === 0 ? 1 : 0];
  primary().member = await startMember(newFolder(), primary().road);
  const makeStandby = async () => {
    const source = of(primary());
    await nameStandby(source, '');
    standby().member = await copyMember(source, newFolder(), standby().road, 'standby');
    await nameStandby(source, 'standby');
    await waitForStandbys(source);
  };
  await makeStandby();
  const leader = await openFaultProxy(() => ({ port: primary().road.port, host: '127.0.0.1' }));
  const both = slots.map(({ road }) => `127.0.0.1:${road.port}`).join(',');
  return {
    url: `postgres://sello@127.0.0.1:${leader.port}/sello`,
    urlOfBoth: `postgres://sello@${both}/sello?target_session_attrs=read-write`,
    get primary() {
      return of(primary());
    },
    get standby() {
      return of(standby());
    },
    async promote() {
      await of(standby()).ask('select pg_promote(true, 30)');
      leading = leading === 0 ? 1 : 0;
    },
    async renew() {
      await of(standby()).stop();
      await standby().road.behave(PASS);
      standby().road.resetAll();
      await makeStandby();
    },
    async close() {
      await leader.close();
      for (const { road, member } of slots) {
        await member?.stop();
        await road.close();
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** From now on commits wait for this standby; if it is empty, they wait for none. */
async function nameStandby({ ask }: DatabaseServer, name: string): Promise<void> {
  await ask(`alter system set synchronous_standby_names = '${name}'`);
  await ask('select pg_reload_conf()');
}

async function openSlot(): Promise<Slot> {
  const slot: Partial<Slot> = {};
  const road = await openFaultProxy(() => ({ path: slot.member?.socket ?? '/nowhere' }));
  return Object.assign(slot, { road, member: undefined });
}
