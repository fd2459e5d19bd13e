/** The member behind a request to the back end of their own page. */

import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../database/pool.ts';
import type { Site } from '../../../http/site.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { parseId } from '../../../kernel/ids.ts';
import { sha256 } from '../../../kernel/sha256.ts';
import { MEMBER_COOKIES } from './member-cookies.ts';
import { findSession, type MemberSession } from './pg-sessions.ts';

type MemberSessionPorts = { records: Pick<Database, 'query'>; now: Clock };

/** Finds the session of a cookie. Undefined if the cookie is missing, unknown, too old, or of another council. */
export async function findMemberSession(
  { records, now }: MemberSessionPorts,
  { baseUrl }: Pick<Site, 'baseUrl'>,
  { params, headers }: FastifyRequest,
): Promise<MemberSession | undefined> {
  const accountId = parseId('acct', (params as { account?: string }).account ?? '');
  const token = MEMBER_COOKIES.readSession(headers.cookie, baseUrl);
  if (accountId === undefined || token === undefined) return undefined;
  const { query } = records;
  return findSession({ query }, accountId, sha256(token), now());
}
