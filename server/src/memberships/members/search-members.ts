/** Finds members by an identifier that must not be part of an address, because addresses are logged elsewhere. */

import { AppError } from '../../kernel/errors.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { assertMay } from '../../operations/refusal.ts';
import { curpOf } from './curp.ts';
import { emailKey } from './email-key.ts';
import { openMacs } from './identifiers.ts';
import type { Member } from './member.ts';
import { MEMBER_COLUMNS, toMember } from './pg-members.ts';
import { rfcOf } from './rfc.ts';

type MemberSearch = { curp?: string; rfc?: string; email?: string };

/**
 * `isKept`: the answer is stored for retries. The members are then locked, so that anonymising one of them waits for
 * this transaction and finds the stored answer.
 */
export async function searchMembers(
  tools: Pick<Tools, 'query' | 'serverKeys'>,
  who: Who,
  { curp, rfc, email }: MemberSearch,
  { isKept }: { isKept: boolean },
): Promise<Member[]> {
  if ([curp, rfc, email].filter((value) => value !== undefined).length !== 1) throw oneOfThem();
  if (email !== undefined) return findBy(tools, who, isKept, 'email_key', emailKey(email));
  assertMay(who, 'members:identify');
  const macOf = await openMacs(tools, who);
  if (curp !== undefined) return findBy(tools, who, isKept, 'curp_mac', macOf('curp', curpOf(curp)));
  return findBy(tools, who, isKept, 'rfc_mac', macOf('rfc', rfcOf(rfc ?? '')));
}

/** Finds the newest first. Many members may share one e-mail address; a hundred results are enough. */
async function findBy(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Who,
  isKept: boolean,
  column: 'email_key' | 'curp_mac' | 'rfc_mac',
  value: unknown,
): Promise<Member[]> {
  const rows = await query(
    `select ${MEMBER_COLUMNS} from members m
      where m.account_id = $1 and m.livemode = $2 and m.${column} = $3 order by m.id desc limit 100 ${isKept ? 'for share' : ''}`,
    [accountId, livemode, value],
    `search-members-${column}${isKept ? '-kept' : ''}`,
  );
  return rows.map(toMember);
}

function oneOfThem(): AppError {
  return new AppError('validation_failed', {
    en: 'Send exactly one of `curp`, `rfc` and `email`.',
    es: 'Envíe exactamente uno de `curp`, `rfc` y `email`.',
  });
}
