/** A watch: an account follows the standing of another account's member, who agreed to it or whose page is public. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { AccountId, MemberId, WatchId } from '../../kernel/ids.ts';
import { EXAMPLE_TIMES, exampleId } from '../examples.ts';
import { isValid, STANDINGS, type Standing } from '../standing/standing.ts';

/** `public`: lasts while the member's page is public. `consent`: the member agreed to it on their own page. */
export const WATCH_BASES = ['public', 'consent'] as const;

export const WATCH_STATUSES = ['asked', 'active', 'declined', 'withdrawn', 'ended'] as const;

export type WatchStatus = (typeof WATCH_STATUSES)[number];

/** The most members that one account can follow, in each mode. */
export const MOST_WATCHES = 100_000;

export type Watch = {
  id: WatchId;
  livemode: boolean;
  accountId: AccountId;
  councilId: AccountId;
  council: string;
  memberId: MemberId | undefined;
  named: string;
  externalId: string | undefined;
  basis: (typeof WATCH_BASES)[number];
  status: WatchStatus;
  /** Whether the member's page is public now. */
  isPublic: boolean;
  createdAt: Date;
  updatedAt: Date;
};

/** The standing of one membership of a watched member. */
export type WatchedStanding = {
  membershipId: string;
  programId: string;
  program: string;
  standing: Standing;
};

/**
 * The status that counts now: a watch that relies on a public page ends when that page is closed, even before the
 * watcher is told.
 */
export function statusNow({
  status,
  basis,
  isPublic,
}: Pick<Watch, 'status' | 'basis' | 'isPublic'>): WatchStatus {
  return status === 'active' && basis === 'public' && !isPublic ? 'ended' : status;
}

const EXAMPLE_WATCH = {
  id: exampleId('wch'),
  object: 'watch',
  livemode: true,
  status: 'active',
  basis: 'consent',
  council_id: exampleId('acct'),
  council: 'Consejo de Muestra',
  named: '00001',
  external_id: 'empleado-77',
  valid: true,
  memberships: [
    { membership_id: exampleId('mbs'), program: 'Recertificación', standing: 'current', valid: true },
  ],
  ...EXAMPLE_TIMES,
};

export const WatchSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Unsafe<'watch'>({ type: 'string', const: 'watch' }),
    livemode: Type.Boolean(),
    status: oneOf(WATCH_STATUSES, {
      description:
        '`asked`: nobody has answered; it is the same whether such a member exists or not. `active`: you are told. `declined`, `withdrawn`: by the member. `ended`: the page is no longer public, or the member was erased.',
    }),
    basis: oneOf(WATCH_BASES, {
      description:
        '`public`: as long as the page of the member is. `consent`: the member must agree, or has.',
    }),
    council_id: Type.String(),
    council: Type.String({ description: 'The name of the council.' }),
    named: Type.String({ description: 'The number or the code by which you named the member.' }),
    external_id: nullable(Type.String({ description: 'Your own id of the member.' })),
    valid: nullable(
      Type.Boolean({
        description:
          'Whether a membership is in force: `current` or `grace`. Null unless the watch is active.',
      }),
    ),
    memberships: Type.Array(
      Type.Object({
        membership_id: Type.String(),
        program: Type.String(),
        standing: oneOf(STANDINGS),
        valid: Type.Boolean(),
      }),
      { description: 'Empty unless the watch is active.' },
    ),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Watch', examples: [EXAMPLE_WATCH] },
);

export function toWatchRecord(
  watch: Watch,
  standings: readonly WatchedStanding[],
): Static<typeof WatchSchema> {
  const status = statusNow(watch);
  const shown = status === 'active' ? standings : [];
  return {
    id: watch.id,
    object: 'watch',
    livemode: watch.livemode,
    status,
    basis: watch.basis,
    council_id: watch.councilId,
    council: watch.council,
    named: watch.named,
    external_id: watch.externalId ?? null,
    valid: status === 'active' ? shown.some(({ standing }) => isValid(standing)) : null,
    memberships: shown.map(({ membershipId, program, standing }) => ({
      membership_id: membershipId,
      program,
      standing,
      valid: isValid(standing),
    })),
    created_at: watch.createdAt.toISOString(),
    updated_at: watch.updatedAt.toISOString(),
  };
}
