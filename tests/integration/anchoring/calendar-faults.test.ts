import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stampCheckpoints } from '../../../server/src/anchoring/calendars/stamp-checkpoints.ts';
import { type CalendarSello, openCalendarSello, stampPorts } from '../../harness/calendar-sello.ts';
import { type BreakPoint, Broken, breakOnce } from '../../harness/scripted-chain.ts';

type Ports = Awaited<ReturnType<typeof stampPorts>>;

let world: CalendarSello;
beforeAll(async () => {
  world = await openCalendarSello((bitcoin) => ({ SELLO_OTS_BITCOIN_URL: bitcoin.url }));
});
afterAll(() => world.close());
beforeEach(() => world.wait());

/** One round of a new process, which knows only what the database holds and may die at one exact step. */
async function round(breaking: (ports: Ports) => Partial<Ports> = () => ({})): Promise<'done' | 'killed'> {
  const ports = await stampPorts(world.sello);
  try {
    await stampCheckpoints({ ...ports, ...breaking(ports) });
    return 'done';
  } catch (error) {
    if (error instanceof Broken) return 'killed';
    throw error;
  }
}

const inStore = (step: string, when: BreakPoint) => (ports: Ports) => ({
  calendarStamps: breakOnce(ports.calendarStamps, step as keyof Ports['calendarStamps'], when),
});

const inCalendar = (step: string, when: BreakPoint) => (ports: Ports) => {
  const [first, ...rest] = ports.calendars.all;
  return {
    calendars: { ...ports.calendars, all: [breakOnce(first!, step as 'submit', when), ...rest] },
  };
};

const inBlocks = (step: string, when: BreakPoint) => (ports: Ports) => ({
  calendars: {
    ...ports.calendars,
    blocks: breakOnce(ports.calendars.blocks!, step as 'headerAt', when),
  },
});

const STEPS = [
  ...['standing', 'newest', 'writeDown', 'markPending', 'due', 'postpone', 'markComplete', 'unconfirmed'].map(
    (step) => [step, inStore] as const,
  ),
  ...['confirm', 'troubles'].map((step) => [step, inStore] as const),
  ...['submit', 'complete'].map((step) => [step, inCalendar] as const),
  ['headerAt', inBlocks] as const,
];

describe.for(['before', 'after'] as const)('killed %s', (when) => {
  test.for(STEPS)(
    '%s, every calendar ends up with one confirmed stamp of the checkpoint',
    async ([step, place]) => {
      await world.certify();
      const { size } = (await world.sello.ports.merkleLog.latestCheckpoint())!;
      let kills = 0;
      const stamps = async () => (await world.stampRows()).filter(({ tree_size }) => tree_size === size);
      for (let i = 0; i < 6 && !(await stamps()).some(({ header }) => header !== null); i += 1) {
        const dying = kills === 0 ? place(step, when) : undefined;
        if ((await round(dying)) === 'killed') kills += 1;
        // In one round the stamp is still pending.
        if (i > 1) await world.bitcoin.mine();
        world.sello.advance(3_600_001);
      }
      await round();
      expect(kills).toBe(1);
      const rows = await stamps();
      expect(rows.map(({ state }) => state)).toEqual(['complete', 'complete']);
      expect(new Set(rows.map(({ calendar }) => calendar)).size).toBe(2);
      for (const { header } of rows) expect(header).toHaveLength(80);
      expect(await world.problems()).toEqual([]);
    },
  );
});

test('after a crash the same digest is sent again, and the first recorded answer stays', async () => {
  await world.certify();
  world.alice.requests.length = 0;
  await round(inStore('markPending', 'before'));
  await round();
  const digests = world.alice.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(digests.length).toBeGreaterThan(0);
  expect(new Set(digests.map((digest) => digest.toString('hex'))).size).toBe(1);
});

test('two processes stamping at once write one row per calendar, with one nonce', async () => {
  await world.certify();
  const { size, root } = (await world.sello.ports.merkleLog.latestCheckpoint())!;
  const other = await world.sello.another();
  const stores = [(await stampPorts(world.sello)).calendarStamps, (await stampPorts(other)).calendarStamps];
  const stamp = { calendar: world.alice.url, treeSize: size, root };
  const rows = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      stores[i % 2]!.writeDown({ ...stamp, nonce: Buffer.alloc(16, i) }, world.sello.ports.now()),
    ),
  );
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
  expect(new Set(rows.map(({ nonce }) => Buffer.from(nonce).toString('hex'))).size).toBe(1);
  const now = world.sello.ports.now();
  await stores[0]!.markPending(rows[0]!.id, Buffer.from('first'), now, now);
  await stores[1]!.markPending(rows[0]!.id, Buffer.from('second'), now, now);
  const row = (await world.stampRows()).find(({ id }) => id === rows[0]!.id);
  expect(String(row!.pending)).toBe('first');
});
