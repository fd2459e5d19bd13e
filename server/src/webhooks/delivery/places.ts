/**
 * Decides whose endpoints are served next. Accounts take turns, and each has a limited number of slots, so that slow
 * receivers delay only their own account.
 */

import type { AccountId } from '../../kernel/ids.ts';
import { type GiveBack, makeShared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS, type SharedThing } from '../../kernel/shares/shared-things.ts';

export type Due = { webhookId: string; accountId: AccountId };

type Places = {
  /** How many endpoints may begin now. */
  free(isBusy: boolean): number;
  /** Takes a slot for each endpoint that it returns; `giveBack` returns the slot. */
  take(due: readonly Due[], isBusy: boolean): Map<string, GiveBack>;
};

/**
 * How many endpoints a busy process serves at a time; of each account only one. Serving an endpoint has a fixed cost,
 * so the reduced rate is shared by few endpoints.
 */
const AT_ONCE_WHEN_BUSY = 4;
/** How many accounts are remembered. A forgotten account counts as not served yet, so it comes first. */
const MOST_REMEMBERED = 10_000;

export function makePlaces(thing: SharedThing = SHARED_THINGS.deliveries): Places {
  const shared = makeShared(thing);
  /** The accounts that hold slots, and how many. */
  const held = new Map<AccountId, number>();
  /** The accounts, the one served longest ago first. */
  const served = new Set<AccountId>();
  let taken = 0;

  const free = (isBusy: boolean) => Math.max(0, (isBusy ? AT_ONCE_WHEN_BUSY : thing.budget) - taken);
  const tryTake = (accountId: AccountId, isBusy: boolean): GiveBack | undefined => {
    if (free(isBusy) === 0 || (isBusy && held.has(accountId))) return undefined;
    const giveBack = shared.tryTake(accountId);
    if (giveBack === undefined) return undefined;
    taken += 1;
    held.set(accountId, (held.get(accountId) ?? 0) + 1);
    served.delete(accountId);
    served.add(accountId);
    return () => {
      giveBack();
      taken -= 1;
      const left = (held.get(accountId) ?? 1) - 1;
      if (left === 0) held.delete(accountId);
      else held.set(accountId, left);
    };
  };
  const forgetOldest = () => {
    for (const accountId of served) {
      if (served.size <= MOST_REMEMBERED) return;
      served.delete(accountId);
    }
  };

  return {
    free,
    take(due, isBusy) {
      const chosen = new Map<string, GiveBack>();
      const order = new Map([...served].map((accountId, place) => [accountId, place]));
      const waiting = [...Map.groupBy(due, ({ accountId }) => accountId)].sort(
        ([a], [b]) => (order.get(a) ?? -1) - (order.get(b) ?? -1),
      );
      for (let nth = 0, isMore = true; isMore; nth += 1) {
        isMore = false;
        for (const [accountId, own] of waiting) {
          const next = own[nth];
          const giveBack = next && tryTake(accountId, isBusy);
          if (next === undefined || giveBack === undefined) continue;
          chosen.set(next.webhookId, giveBack);
          isMore = true;
        }
      }
      forgetOldest();
      return chosen;
    },
  };
}
