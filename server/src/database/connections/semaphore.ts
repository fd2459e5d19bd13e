/** A fixed number of places, given out in the order in which they were asked for. */

export type Semaphore = {
  /** Resolves with a function that gives the place back; rejects if none was free in time. */
  take(): Promise<() => void>;
};

type Waiter = { stepsLeft: number; start(): void; refuse(): void };

/** In steps: a busy event loop delays those who give a place back, and so must delay the timeout too. */
const STEP_MS = 50;

export function makeSemaphore(size: number, patienceMs: number): Semaphore {
  let free = size;
  const waiting = new Set<Waiter>();
  let steps: NodeJS.Timeout | undefined;
  const leave = (waiter: Waiter) => {
    waiting.delete(waiter);
    if (waiting.size === 0) clearInterval(steps);
  };
  const step = () => {
    for (const waiter of [...waiting]) {
      waiter.stepsLeft -= 1;
      if (waiter.stepsLeft <= 0) waiter.refuse();
    }
  };
  const giveBack = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next.start();
  };
  /** Once, however often it is called. */
  const makePlace = () => {
    let isHeld = true;
    return () => {
      if (isHeld) giveBack();
      isHeld = false;
    };
  };
  return {
    take() {
      if (free > 0) {
        free -= 1;
        return Promise.resolve(makePlace());
      }
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          stepsLeft: patienceMs / STEP_MS,
          start() {
            leave(waiter);
            resolve(makePlace());
          },
          refuse() {
            leave(waiter);
            reject(Object.assign(new Error('All connections for writing are in use'), { code: 'ETIMEDOUT' }));
          },
        };
        if (waiting.size === 0) steps = setInterval(step, STEP_MS).unref();
        waiting.add(waiter);
      });
    },
  };
}
