/** The council whose page for members was asked for. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { accountOfPage } from './entrance/member-session.ts';
import { type PageSettings, readPageSettings } from './pg-page-settings.ts';

export const PageParams = Type.Object({ account: Type.String() });

export type PagePorts = { records: Database; now: Clock };

/** Public: the address of the page is, and so is the hospitals' look-up. */
export async function councilOf(
  { records }: Pick<PagePorts, 'records'>,
  request: FastifyRequest,
): Promise<PageSettings & { accountId: AccountId }> {
  const accountId = accountOfPage(request);
  const settings = accountId && (await readPageSettings(records, accountId));
  if (accountId === undefined || settings === undefined) throw noSuchCouncil();
  return { ...settings, accountId };
}

function noSuchCouncil(): AppError {
  return new AppError('not_found', {
    en: 'There is no council at this address. Look at the link that your council gave you.',
    es: 'No hay ningún consejo en esta dirección. Revise el enlace que le dio su consejo.',
  });
}
