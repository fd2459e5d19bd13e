/**
 * The windows in which single calls gather to share a time stamp. Each window is for one account and mode, and opens
 * with the first call that finds none open. Every process has its own windows.
 */

import { asHeldBy } from '../../database/current-request.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import { makeShared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import type { CertificatesSettings } from '../settings.ts';
import { type CallOrderPorts, makeStampOrders, type StampOrders } from './call-orders.ts';
import type { CallOrder, Entrant, StampPart, StampWindows } from './ports.ts';
import { HASH_BYTES, wayFrom } from './way.ts';

export type StampWindowPorts = CallOrderPorts & { randomBytes: RandomBytes; newId: NewId };

type Seat = { entrant: Entrant; resolve(part: StampPart): void; reject(error: unknown): void };

type Window = { seat(entrant: Entrant): Promise<StampPart>; close(): void };

export function makeStampWindows(
  ports: StampWindowPorts,
  { sharedStampSeconds }: CertificatesSettings,
): StampWindows {
  const seats = makeShared(SHARED_THINGS.shared_stamp_seats);
  const orders = makeStampOrders(ports);
  const windows = new Map<string, Window>();
  let hasEnded = false;

  function windowOf({ accountId, livemode }: Owner): Window {
    const lane = `${accountId} ${livemode}`;
    const found = windows.get(lane);
    if (found !== undefined) return found;
    const opened = openWindow(hasEnded ? 0 : 1_000 * sharedStampSeconds, (seated) => {
      windows.delete(lane);
      // Runs for the account, and not for the call that happened to start the timer.
      if (seated.length > 0) void asHeldBy(accountId, () => stampAll(ports, orders, seated));
    });
    windows.set(lane, opened);
    return opened;
  }

  return {
    enter: (entrant) =>
      seats.run(entrant.accountId, async () => {
        const left = await orders.findLeft(entrant);
        return left ?? windowOf(entrant).seat(entrant);
      }),

    end() {
      hasEnded = true;
      for (const window of [...windows.values()]) window.close();
    },
  };
}

/**
 * `onClose` gets the calls that still wait. A caller who hangs up earlier is charged nothing; afterwards the
 * certificate is made all the same.
 */
function openWindow(ms: number, onClose: (seated: readonly Seat[]) => void): Window {
  const seated = new Set<Seat>();
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    clearTimeout(timer);
    onClose([...seated]);
  };
  const timer = setTimeout(close, ms);
  return {
    close,
    seat: (entrant) =>
      new Promise((resolve, reject) => {
        const seat = { entrant, resolve, reject };
        const leave = () => {
          if (!isOpen) return;
          seated.delete(seat);
          reject(hungUp());
          if (seated.size === 0) close();
        };
        seated.add(seat);
        if (entrant.gone.aborted) return leave();
        entrant.gone.addEventListener('abort', leave, { once: true });
      }),
  };
}

/** Orders one stamp for all calls of a window, which succeed or fail together. Never rejects. */
async function stampAll(
  { randomBytes, newId }: StampWindowPorts,
  orders: StampOrders,
  seated: readonly Seat[],
): Promise<void> {
  try {
    const order = orderFor(seated, newId, randomBytes(HASH_BYTES * seated.length));
    const { stamp, tree } = await orders.place(order);
    const endOf = countEnds(seated.length, (isNeeded) => void orders.end(order.orderId, isNeeded));
    for (const [i, { entrant, resolve }] of seated.entries())
      resolve({ stamp, by: tree.size, way: wayFrom(tree, i), end: endOf(entrant) });
  } catch (error) {
    for (const { reject } of seated) reject(error);
  }
}

function orderFor(seated: readonly Seat[], newId: NewId, random: Uint8Array): CallOrder {
  const entrants = seated.map(({ entrant }) => entrant);
  const { accountId, livemode } = entrants[0] as Entrant;
  return {
    accountId,
    livemode,
    orderId: newId('cst'),
    leaves: entrants.map(({ sha256 }, i) => ({
      sha256: Buffer.from(sha256, 'hex'),
      random: random.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
    })),
    claims: entrants.map(({ claim }) => claim),
    stamp: undefined,
  };
}

/** Calls `onLast` when all parts have ended, and tells it whether a repeated call may still need the stamp. */
function countEnds(parts: number, onLast: (isNeeded: boolean) => void) {
  let left = parts;
  let isNeeded = false;
  return ({ claim }: Entrant): StampPart['end'] =>
    (error) => {
      isNeeded ||= claim !== undefined && error !== undefined && mayBeRepeated(error);
      left -= 1;
      if (left === 0) onLast(isNeeded);
    };
}

/** True for a failure of ours. A refused call must be changed, so it is then another call. */
function mayBeRepeated(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === 'storage_unavailable';
}

/** Nobody reads this error. */
function hungUp(): AppError {
  return new AppError('bad_request', {
    en: 'The connection was closed before the shared time stamp was ordered. Nothing was used up; send the request again.',
    es: 'La conexión se cerró antes de que se pidiera el sello de tiempo compartido. No se consumió nada; envíe la solicitud otra vez.',
  });
}
