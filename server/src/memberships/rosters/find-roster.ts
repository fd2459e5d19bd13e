/** The roster named in an address. A key that may only report can read only the rosters that it posted. */

import type { KeyId } from '../../kernel/ids.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { refusal, refuse } from '../../operations/refusal.ts';
import { findPosting } from '../posted-tables/pg-postings.ts';
import type { Posting } from '../posted-tables/posting.ts';

/** If `keyId` is given, only a roster that this key posted is found. */
export async function rosterNamed(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string,
  keyId: KeyId | undefined,
): Promise<Posting> {
  const id = parseId('rst', named);
  const filter = { kind: 'roster', keyId } as const;
  const roster = id && (await findPosting(tools, owner, id, filter));
  if (roster !== undefined) return roster;
  return refuse(
    refusal(
      'not_found',
      'There is no roster with this id in your account.',
      'No hay ninguna lista con este id en su cuenta.',
    ),
  );
}

/** The key whose rosters a caller may read. Undefined means all rosters of the account. */
export function onlyBy(who: Who): KeyId | undefined {
  return who.may('awards:read') ? undefined : who.keyId;
}
