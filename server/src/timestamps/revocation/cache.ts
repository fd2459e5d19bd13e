/**
 * Caches revocation data, so that a stamp hardly ever waits for it. Each key is fetched by one request at a time, and
 * is refreshed in the background before it expires. Failures are remembered for a while.
 */

import { RevocationUnavailable } from './transport.ts';

export type Kept<T> = {
  value: T;
  sizeBytes: number;
  /** From this time on the value is fetched again in the background. It is still used until `goodUntil`. */
  refreshAt: Date;
  goodUntil: Date;
};

/** Fetches a value. `known` is the current one, which is kept if the fetched one is older. */
export type Load<T> = (known: T | undefined) => Promise<Kept<T>>;

export type RevocationCache<T> = {
  /** Resolves at once if the value is cached. Rejects at once if fetching it failed recently or is taking long. */
  get(key: string, load: Load<T>): Promise<T>;
};

type CacheLimits = {
  /** How long a caller waits for a fetch. The result of a slower fetch serves later callers. */
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
    // The entry is moved to the end, so that the oldest entry is dropped first.
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
      throw fetching === undefined ? entry.failed?.error : new RevocationUnavailable('has not answered yet');
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
