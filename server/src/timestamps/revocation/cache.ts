/**
 * Keeps what was fetched about revocation, so that a stamp hardly ever waits for it: one fetch at a time for
 * each thing, renewed in the background before it runs out, and failures remembered for a while.
 */

import { RevocationUnavailable } from './transport.ts';

export type Kept<T> = {
  value: T;
  sizeBytes: number;
  /** From then on it is fetched anew while it still serves. */
  refreshAt: Date;
  goodUntil: Date;
};

/** Gets what is known already, for where the newly fetched turns out to be older. */
export type Load<T> = (known: T | undefined) => Promise<Kept<T>>;

export type RevocationCache<T> = {
  /** At once where the value is at hand; rejects at once where fetching it failed lately or takes long. */
  get(key: string, load: Load<T>): Promise<T>;
};

type CacheLimits = {
  /** A fetch that has run for longer is no longer waited for; it goes on for whoever comes next. */
  patienceMs: number;
  failureMemoryMs: number;
  maxEntries: number;
  maxBytes: number;
};

type Entry<T> = {
  kept: Kept<T> | undefined;
  fetching: { startedAt: Date; done: Promise<Kept<T>> } | undefined;
  failed: { error: unknown; until: Date } | undefined;
};

export function makeRevocationCache<T>(now: () => Date, limits: CacheLimits): RevocationCache<T> {
  const entries = new Map<string, Entry<T>>();

  const fetchAnew = (key: string, entry: Entry<T>, load: Load<T>): void => {
    const done = load(entry.kept?.value).then(
      (kept) => {
        entry.kept = kept;
        entry.failed = undefined;
        return kept;
      },
      (error) => {
        entry.failed = { error, until: later(now(), limits.failureMemoryMs) };
        throw error;
      },
    );
    entry.fetching = { startedAt: now(), done };
    // The last fetched stands last, so that the oldest is dropped first.
    entries.delete(key);
    entries.set(key, entry);
    const settled = (): void => {
      entry.fetching = undefined;
      dropOldest(entries, limits);
    };
    done.then(settled, settled);
  };

  return {
    async get(key, load) {
      const entry = entries.get(key) ?? { kept: undefined, fetching: undefined, failed: undefined };
      const at = now();
      const isDue = entry.kept === undefined || at >= entry.kept.refreshAt;
      const mayFetch =
        entry.fetching === undefined && (entry.failed === undefined || at >= entry.failed.until);
      if (isDue && mayFetch) fetchAnew(key, entry, load);
      if (entry.kept !== undefined && at < entry.kept.goodUntil) return entry.kept.value;
      const { fetching } = entry;
      if (fetching !== undefined && at <= later(fetching.startedAt, limits.patienceMs)) {
        return (await fetching.done).value;
      }
      throw fetching === undefined ? entry.failed?.error : new RevocationUnavailable('has yet to answer');
    },
  };
}

function dropOldest<T>(entries: Map<string, Entry<T>>, { maxEntries, maxBytes }: CacheLimits): void {
  let bytes = 0;
  for (const { kept } of entries.values()) bytes += kept?.sizeBytes ?? 0;
  for (const [key, { kept, fetching }] of entries) {
    if (entries.size <= maxEntries && bytes <= maxBytes) return;
    if (fetching !== undefined) continue;
    entries.delete(key);
    bytes -= kept?.sizeBytes ?? 0;
  }
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
