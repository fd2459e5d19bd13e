/**
 * A number of places. Whoever finds none free waits in line, or is refused where there is no line. Each key (an account,
 * an API key) may be held to a share of them: those behind it in the line then pass.
 */

type SemaphoreSettings = {
  places: number;
  /** Of one key; all of them by default. */
  share?: number;
  /** How many may wait, and how long; both without limit where left out. Nobody waits where there is no line. */
  line?: { length?: number; patienceMs?: number };
  /** What is thrown: `share` where only the key's own places are all taken. */
  refusal?(why: 'share' | 'full' | 'late'): Error;
};

/** Gives a place back: once, however often it is called. */
export type GiveBack = () => void;

type Semaphore = {
  /** Undefined where none is free. */
  tryTake(key?: string): GiveBack | undefined;
  /** Waits in line; rejects with the refusal. */
  take(key?: string): Promise<GiveBack>;
  run<T>(work: () => Promise<T>, key?: string): Promise<T>;
  /** Sends everybody in the line away. */
  refuseWaiting(error: unknown): void;
};

type Waiter = { key: string; stepsLeft: number; start(): void; refuse(error: unknown): void };

/** In steps, so that a busy event loop, which delays those who give a place back, delays the timeout too. */
const STEP_MS = 50;

export function makeSemaphore(settings: SemaphoreSettings): Semaphore {
  const { line, refusal = () => new Error('No place is free') } = settings;
  const places = makePlaces(settings);
  const waiting = new Set<Waiter>();
  let steps: NodeJS.Timeout | undefined;
  const leave = (waiter: Waiter) => {
    waiting.delete(waiter);
    if (waiting.size === 0) clearInterval(steps);
  };
  const hold = (key: string): GiveBack => {
    places.take(key);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      places.giveBack(key);
      for (const waiter of waiting) if (places.isFreeFor(waiter.key)) waiter.start();
    };
  };
  const tryTake = (key = '') => (places.isFreeFor(key) ? hold(key) : undefined);
  const wait = (key: string) =>
    new Promise<GiveBack>((resolve, reject) => {
      if (line === undefined || waiting.size >= (line.length ?? Number.POSITIVE_INFINITY))
        return reject(refusal(places.hasShare(key) ? 'full' : 'share'));
      const waiter: Waiter = {
        key,
        stepsLeft: (line.patienceMs ?? Number.POSITIVE_INFINITY) / STEP_MS,
        start() {
          leave(waiter);
          resolve(hold(key));
        },
        refuse(error) {
          leave(waiter);
          reject(error);
        },
      };
      if (waiting.size === 0 && line.patienceMs !== undefined)
        steps = setInterval(passStep, STEP_MS, waiting, refusal).unref();
      waiting.add(waiter);
    });
  return {
    tryTake,
    take: async (key = '') => tryTake(key) ?? wait(key),
    async run(work, key = '') {
      const giveBack = tryTake(key) ?? (await wait(key));
      try {
        return await work();
      } finally {
        giveBack();
      }
    },
    refuseWaiting(error) {
      for (const waiter of [...waiting]) waiter.refuse(error);
    },
  };
}

function passStep(waiting: ReadonlySet<Waiter>, refusal: Required<SemaphoreSettings>['refusal']): void {
  for (const waiter of [...waiting]) {
    waiter.stepsLeft -= 1;
    if (waiter.stepsLeft <= 0) waiter.refuse(refusal('late'));
  }
}

/** Who holds how many: nothing else here knows what a share is. */
function makePlaces({ places, share = Number.POSITIVE_INFINITY }: SemaphoreSettings) {
  let free = places;
  const heldBy = new Map<string, number>();
  const hasShare = (key: string) => (heldBy.get(key) ?? 0) < share;
  return {
    hasShare,
    isFreeFor: (key: string) => free > 0 && hasShare(key),
    take(key: string): void {
      free -= 1;
      heldBy.set(key, (heldBy.get(key) ?? 0) + 1);
    },
    giveBack(key: string): void {
      free += 1;
      const left = (heldBy.get(key) ?? 1) - 1;
      if (left === 0) heldBy.delete(key);
      else heldBy.set(key, left);
    },
  };
}
