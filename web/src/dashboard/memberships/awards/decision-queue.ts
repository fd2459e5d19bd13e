/**
 * Decisions that wait some seconds before they are sent, so that they can be taken back. Independent of React: every
 * change is reported to listeners.
 */

export type Waiting = {
  id: number;
  ids: readonly string[];
  decision: 'approve' | 'reject';
  reason: string | undefined;
};

export type DecisionQueue = {
  add(decision: Omit<Waiting, 'id'>): void;
  /** Takes the decision back before anything is sent. */
  undo(id: number): void;
  /** Sends everything now. */
  flush(): void;
  /** Waiting decisions, oldest first; the same array until something changes. */
  waiting(): readonly Waiting[];
  subscribe(listener: () => void): () => void;
};

type Timer = { start(work: () => void, ms: number): unknown; stop(timer: unknown): void };

export const UNDO_MS = 5_000;

export function makeDecisionQueue(
  send: (decision: Waiting) => void,
  timer: Timer = browserTimer,
): DecisionQueue {
  let waiting: readonly Waiting[] = [];
  let lastId = 0;
  const timers = new Map<number, unknown>();
  const listeners = new Set<() => void>();

  const drop = (id: number): Waiting | undefined => {
    const found = waiting.find((one) => one.id === id);
    timer.stop(timers.get(id));
    timers.delete(id);
    waiting = waiting.filter((one) => one.id !== id);
    for (const listener of listeners) listener();
    return found;
  };
  const sendNow = (id: number) => {
    const found = drop(id);
    if (found !== undefined) send(found);
  };

  return {
    add(decision) {
      lastId += 1;
      const id = lastId;
      waiting = [...waiting, { ...decision, id }];
      timers.set(
        id,
        timer.start(() => sendNow(id), UNDO_MS),
      );
      for (const listener of listeners) listener();
    },
    undo: (id) => void drop(id),
    flush: () => {
      for (const { id } of waiting) sendNow(id);
    },
    waiting: () => waiting,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const browserTimer: Timer = {
  start: (work, ms) => setTimeout(work, ms),
  stop: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
