import { expect, test, vi } from 'vitest';
import { makeLogger } from '../../kernel/logger.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import type { Awaited } from './ports.ts';
import { makeWaitingRoom } from './waiting-room.ts';

/** A watch over a made-up log, in which certificate `cert_<n>` has place `n`. The test triggers its checks. */
function stage() {
  const sizes = { live: 0, test: 0 };
  let isAway = false;
  let task: (() => Promise<void>) | undefined;
  const watch = {
    certifiedSizes: vi.fn(async () => {
      if (isAway) throw new Error('away');
      return { ...sizes };
    }),
    certifiedAmong: vi.fn(async (awaited: readonly Awaited[]) =>
      awaited.flatMap(({ certificateId, livemode }, place) =>
        Number(certificateId.slice(5)) < (livemode ? sizes.live : sizes.test) ? [place] : [],
      ),
    ),
    read: vi.fn(async (awaited: readonly Awaited[]) => awaited.map(() => undefined)),
  };
  const room = makeWaitingRoom(
    {
      watch,
      logger: makeLogger(
        () => {},
        () => new Date(),
      ),
    },
    (_ms, look) => {
      task = look;
      return () => {
        task = undefined;
      };
    },
  );
  const enter = (
    place: number,
    { account = 'acct_1', livemode = true, signal = new AbortController().signal } = {},
  ) => {
    const seat = { isAwake: false };
    const awaited = { accountId: account, livemode, certificateId: `cert_${place}` } as Awaited;
    const done = room.untilCertified(awaited, signal).then(() => {
      seat.isAwake = true;
    });
    return Object.assign(seat, { done });
  };
  return {
    room,
    watch,
    sizes,
    enter,
    look: async () => task?.(),
    isLooking: () => task !== undefined,
    setAway: (away: boolean) => {
      isAway = away;
    },
  };
}

test('callers whose certificate is in a new block are woken; the others keep waiting', async () => {
  const { sizes, enter, look, isLooking } = stage();
  const [first, second] = [enter(0), enter(1)];
  await look();
  expect([first.isAwake, second.isAwake]).toEqual([false, false]);
  sizes.live = 1;
  await look();
  await first.done;
  expect([first.isAwake, second.isAwake]).toEqual([true, false]);
  sizes.live = 2;
  await look();
  await second.done;
  expect(isLooking()).toBe(false);
});

test('while no block comes, a check costs one small query for all', async () => {
  const { watch, enter, look } = stage();
  for (let i = 0; i < 1_000; i++) enter(i);
  await look();
  await look();
  await look();
  expect(watch.certifiedSizes).toHaveBeenCalledTimes(3);
  expect(watch.certifiedAmong).toHaveBeenCalledTimes(1);
});

test('a block of the other mode wakes nobody', async () => {
  const { sizes, watch, enter, look } = stage();
  const live = enter(0);
  await look();
  sizes.test = 5;
  await look();
  expect(live.isAwake).toBe(false);
  expect(watch.certifiedAmong).toHaveBeenCalledTimes(1);
});

test('after a failed query all are checked again', async () => {
  const { sizes, enter, look, setAway } = stage();
  const seat = enter(0);
  await look();
  setAway(true);
  sizes.live = 1;
  await look();
  setAway(false);
  await look();
  await seat.done;
});

test('an aborted wait ends, and looking ends with the last of them', async () => {
  const { enter, isLooking } = stage();
  const controller = new AbortController();
  const seat = enter(0, { signal: controller.signal });
  expect(isLooking()).toBe(true);
  controller.abort();
  await seat.done;
  expect(isLooking()).toBe(false);
});

test('P105: waiting callers are limited per account and process; beyond that the answer comes at once', async () => {
  const { enter } = stage();
  const { most, budget } = SHARED_THINGS.waiting_seats;
  const seats = Array.from({ length: most }, (_, i) => enter(i));
  await enter(0).done;
  for (let i = seats.length; i < budget; i++) enter(i, { account: `acct_${i}` });
  await enter(0, { account: 'another' }).done;
  expect(seats.some(({ isAwake }) => isAwake)).toBe(false);
});

test('at the end everybody is woken, and nobody waits afterwards', async () => {
  const { room, enter, isLooking } = stage();
  const seats = [enter(0), enter(1)];
  room.end();
  await Promise.all(seats.map(({ done }) => done));
  await enter(2).done;
  expect(isLooking()).toBe(false);
});

test('those who are woken together are read by one statement', async () => {
  const { room, watch } = stage();
  const awaited = { accountId: 'acct_1', livemode: true, certificateId: 'cert_1' } as Awaited;
  await Promise.all(Array.from({ length: 1_000 }, () => room.read(awaited)));
  expect(watch.read).toHaveBeenCalledTimes(1);
});
