/** The common part of the operations of a member's own page: the admitted member, and the council whose page it is. */

import { Type } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import { type AccountId, parseId } from '../../kernel/ids.ts';
import type { MemberWho } from '../../operations/doors/member.ts';
import type { Tools } from '../../operations/operation.ts';
import type { MemberSession } from './entrance/pg-sessions.ts';
import { type PageSettings, readPageSettings } from './pg-page-settings.ts';

export type OwnWho = MemberWho<MemberSession>;

export const TAG = 'Own page';

export const PageParams = Type.Object({ account: Type.String() });
export const PageAndId = Type.Object({ account: Type.String(), id: Type.String() });

export const Done = Type.Object({ done: Type.Literal(true) }, { title: 'MyDone' });
export const DONE = { done: true } as const;

/** The council of the page. Its name and id are public, like the address of the page and the look-up for hospitals. */
export async function councilOf(
  { query }: Pick<Tools, 'query'>,
  { account }: { account: string },
): Promise<PageSettings & { accountId: AccountId }> {
  const accountId = parseId('acct', account);
  const settings = accountId && (await readPageSettings({ query }, accountId));
  if (accountId === undefined || settings === undefined) throw noSuchCouncil();
  return { ...settings, accountId };
}

function noSuchCouncil(): AppError {
  return new AppError('not_found', {
    en: 'There is no council at this address. Look at the link that your council gave you.',
    es: 'No hay ningún consejo en esta dirección. Revise el enlace que le dio su consejo.',
  });
}
