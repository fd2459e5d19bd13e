/** Reads a badge for anyone who has its address, as long as its holder keeps it public. */

import { AppError } from '../../kernel/errors.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import { findPublishedBadge } from './pg-badges.ts';

/**
 * The answer does not depend on who asks, so scripts of any page may read it (`*` also means that no cookies are sent).
 */
export const FOR_EVERYBODY = { 'access-control-allow-origin': '*', 'x-robots-tag': 'noindex, nofollow' };

/** Answers 404 for an unknown code and while the member's page is not public, and 410 after consent was withdrawn. */
export async function publishedBadge(
  tools: Pick<Tools, 'query'>,
  code: string,
): Promise<{ accountId: AccountId; credential: string; isRevoked: boolean }> {
  const badge = /^[0-9A-Za-z]{22}$/.test(code) ? await findPublishedBadge(tools, code) : undefined;
  if (badge === undefined) throw noBadge();
  if (!badge.hasConsent || badge.credential === undefined) throw badgeGone();
  if (!badge.isPublic) throw noBadge();
  return { accountId: badge.accountId, credential: badge.credential, isRevoked: badge.isRevoked };
}

export async function publishedCredential(tools: Pick<Tools, 'query'>, code: string): Promise<string> {
  return (await publishedBadge(tools, code)).credential;
}

function noBadge(): AppError {
  return new AppError(
    'not_found',
    { en: 'There is no badge at this address.', es: 'No hay ninguna insignia en esta dirección.' },
    { headers: FOR_EVERYBODY },
  );
}

function badgeGone(): AppError {
  return new AppError(
    'gone',
    {
      en: 'The holder of this badge no longer wishes to show it.',
      es: 'La persona titular de esta insignia ya no desea mostrarla.',
    },
    { headers: FOR_EVERYBODY },
  );
}
