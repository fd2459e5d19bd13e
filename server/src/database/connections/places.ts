/** A fixed number of places, given out in the order in which they were asked for. */

export type Places = {
  /** Resolves with the way to give the place back; rejects if none was free in time. */
  take(): Promise<() => void>;
};

type Waiter = { start(): void };

export function makePlaces(size: number, patienceMs: number): Places {
  let free = size;
  const waiting = new Set<Waiter>();
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
        const timer = setTimeout(() => {
          waiting.delete(waiter);
          reject(Object.assign(new Error('All connections for writing are in use'), { code: 'ETIMEDOUT' }));
        }, patienceMs).unref();
        const waiter: Waiter = {
          start() {
            clearTimeout(timer);
            waiting.delete(waiter);
            resolve(makePlace());
          },
        };
        waiting.add(waiter);
      });
    },
  };
}
