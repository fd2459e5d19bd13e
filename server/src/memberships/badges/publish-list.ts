/** Publishes a status list in its current state. It is signed again only if a bit has changed. */

import type { Owner } from '../../kernel/owner.ts';
import { type KeyTools, signingKey } from './badge-keys.ts';
import { toSeconds } from './credential.ts';
import { revokedPlaces } from './pg-status-lists.ts';
import { signCredential } from './sign-credential.ts';
import { composeList, listAddress } from './status-list.ts';

type StatusLists = {
  /** Undefined if there is no such list. */
  read(tools: KeyTools, owner: Owner, list: number, baseUrl: string): Promise<string | undefined>;
};

/** How many signed lists are kept in memory. Each takes about 3 KB. */
const MAX_KEPT = 500;

/**
 * Bits are computed on every reading, so a revocation shows at once. The signed list is cached in this process, so
 * that strangers cannot cause signing by reading it repeatedly.
 */
export function makeStatusLists(): StatusLists {
  const kept = new Map<string, { of: string; signed: Promise<string> }>();
  return {
    async read(tools, owner, list, baseUrl) {
      const revoked = await revokedPlaces(tools, owner, list);
      if (revoked === undefined) return undefined;
      const { places } = revoked;
      const changedAt = toSeconds(revoked.changedAt);
      const key = await signingKey(tools, owner, baseUrl);
      const name = listAddress(baseUrl, owner, list);
      const of = `${key.id} ${changedAt} ${places.join()}`;
      const known = kept.get(name);
      if (known?.of === of) return known.signed;
      const signed = signCredential(
        composeList(baseUrl, owner, list, { places, changedAt }),
        key,
        changedAt,
      ).then((credential) => JSON.stringify(credential));
      kept.delete(name);
      kept.set(name, { of, signed });
      for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
      signed.catch(() => kept.delete(name));
      return signed;
    },
  };
}
