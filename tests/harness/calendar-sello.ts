/** A Sello with an embedded chain and two calendars, all driven by the test. */

import { openCalendars } from '../../server/src/anchoring/calendars/open-calendars.ts';
import { stampCheckpoints } from '../../server/src/anchoring/calendars/stamp-checkpoints.ts';
import type { Environment } from '../../server/src/settings.ts';
import { type AnchoredSello, openAnchoredSello } from './anchored-sello.ts';
import {
  type CalendarBackend,
  type CalendarServer,
  openCalendarServer,
  startCalendarBackend,
} from './calendar-server.ts';
import { turnByHand } from './turn-by-hand.ts';

export type CalendarSello = AnchoredSello & {
  bitcoin: CalendarBackend;
  alice: CalendarServer;
  bob: CalendarServer;
  /** One round of the stamper. */
  stamp(): Promise<void>;
  /** Moves the clock so that all pending stamps are due again. */
  wait(): void;
  stampRows(): Promise<Record<string, unknown>[]>;
  /** Makes a certificate whose chain is final, so that its proofs are available. */
  certified(): Promise<string>;
  /** Problems of Bitcoin in `/readyz`, without those of the chain, which no worker checks here. */
  problems(): Promise<{ code: string; message: string; network: string }[]>;
};

export const INTERVAL_MS = 3_600_000;
/** Longest time that an answer may take in a test. */
const DEADLINE_MS = 3_000;

/** The ports of the stamper, with its duty held. */
export async function stampPorts({ ports, database }: CalendarSello['sello']) {
  const turn = await turnByHand(database);
  const anchors = ports.anchors.heldBy(turn);
  return { ...ports, anchors, calendarStamps: ports.calendarStamps.heldBy(turn) };
}

export async function openCalendarSello(
  env: (bitcoin: CalendarBackend) => Environment = () => ({}),
): Promise<CalendarSello> {
  const bitcoin = await startCalendarBackend();
  const [alice, bob] = [await openCalendarServer(bitcoin), await openCalendarServer(bitcoin)];
  const world = await openAnchoredSello('when sent', {
    SELLO_OTS_CALENDARS: `${alice.url}, ${bob.url}/`,
    ...env(bitcoin),
  });
  const { sello } = world;
  const calendars = openCalendars(sello.config, DEADLINE_MS);
  sello.ports.calendars = calendars;
  return {
    ...world,
    bitcoin,
    alice,
    bob,
    stamp: async () => stampCheckpoints(await stampPorts(sello)),
    wait() {
      sello.advance(INTERVAL_MS + 1);
      // A block is never dated before the stamps that it covers.
      world.chain.advance(INTERVAL_MS + 1);
    },
    stampRows: () => sello.database.query('select * from calendar_stamps order by id', [], 'stamps'),
    async certified() {
      const id = await world.certify();
      await world.anchor();
      return id;
    },
    async problems() {
      const { body } = await sello.call('GET', '/readyz');
      return (body.problems ?? []).filter(({ network }: { network: string }) =>
        network.startsWith('bip122:'),
      );
    },
    async close() {
      await calendars.close();
      await world.close();
      await alice.close();
      await bob.close();
      await bitcoin.close();
    },
  };
}
