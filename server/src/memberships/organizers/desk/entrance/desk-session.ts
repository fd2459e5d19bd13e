/** The organiser behind a request to the back end of its desk. */

import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../../database/pool.ts';
import type { Site } from '../../../../http/site.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { parseId } from '../../../../kernel/ids.ts';
import { sha256 } from '../../../../kernel/sha256.ts';
import { ORGANIZER_COOKIES } from './organizer-cookies.ts';
import { type DeskSession, findDeskSession } from './pg-desk-sessions.ts';

type DeskSessionPorts = { records: Pick<Database, 'query'>; now: Clock };

/** Undefined if the cookie is missing, unknown, too old, or of another council. */
export async function deskSessionOf(
  { records, now }: DeskSessionPorts,
  { baseUrl }: Pick<Site, 'baseUrl'>,
  { params, headers }: FastifyRequest,
): Promise<DeskSession | undefined> {
  const accountId = parseId('acct', (params as { account?: string }).account ?? '');
  const token = ORGANIZER_COOKIES.readSession(headers.cookie, baseUrl);
  if (accountId === undefined || token === undefined) return undefined;
  const { query } = records;
  return findDeskSession({ query }, accountId, sha256(token), now());
}
