/** How recently a key was used. */

import type { ApiKey } from '../api.ts';

const DAY_MS = 86_400_000;
const UNUSED_DAYS = 30;

type Freshness = 'fresh' | 'calm' | 'stale' | 'never';

export function freshnessOf({ last_used_at }: Pick<ApiKey, 'last_used_at'>, now: Date): Freshness {
  if (last_used_at === null) return 'never';
  const days = (now.getTime() - Date.parse(last_used_at)) / DAY_MS;
  if (days < 7) return 'fresh';
  return days < UNUSED_DAYS ? 'calm' : 'stale';
}

/** Whole days without use; undefined below the limit. */
export function unusedDays(key: ApiKey, now: Date): number | undefined {
  if (key.status !== 'active') return undefined;
  const days = Math.floor((now.getTime() - Date.parse(key.last_used_at ?? key.created_at)) / DAY_MS);
  return days >= UNUSED_DAYS ? days : undefined;
}
