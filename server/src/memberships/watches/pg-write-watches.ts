/** Writes many watches in one statement, and reads those that existed before. */

import * as read from '../../database/row-reader.ts';
import type { AccountId, MemberId, WatchId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { WATCH_BASES, WATCH_STATUSES, type Watch, type WatchStatus } from './watch.ts';

type Ports = Pick<Tools, 'query'>;

export type WantedWatch = {
  id: WatchId;
  councilId: AccountId;
  named: string;
  externalId: string | undefined;
  memberId: MemberId | undefined;
  isPublic: boolean;
};

/** Returns the ids of the new watches. The others name a member whom the account follows already. */
export async function writeWatches(
  { query }: Ports,
  { accountId, livemode }: Owner,
  wanted: readonly (WantedWatch & { told: Record<string, string> })[],
  now: Date,
): Promise<ReadonlySet<WatchId>> {
  if (wanted.length === 0) return new Set();
  const rows = await query(
    `insert into watches (id, account_id, livemode, council_id, member_id, named, external_id, basis, status, told,
                          created_at, updated_at)
     select w.id, $1, $2, w.council_id, w.member_id, w.named, w.external_id,
            case when w.is_public then 'public' else 'consent' end, case when w.is_public then 'active' else 'asked' end,
            w.told, $3, $3
       from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[], $10::jsonb[])
            as w (id, council_id, member_id, named, external_id, is_public, told)
     on conflict do nothing returning id`,
    [
      accountId,
      livemode,
      now,
      wanted.map((one) => one.id),
      wanted.map(({ councilId }) => councilId),
      wanted.map(({ memberId }) => memberId ?? null),
      wanted.map(({ named }) => named),
      wanted.map(({ externalId }) => externalId ?? null),
      wanted.map(({ isPublic }) => isPublic),
      wanted.map(({ told }) => JSON.stringify(told)),
    ],
    'write-watches',
  );
  return new Set(rows.map((row) => read.id('wch', row, 'id')));
}

export type KeptWatch = Pick<Watch, 'id' | 'memberId' | 'status' | 'basis'> & {
  answeredAt: Date | undefined;
  isRemoved: boolean;
};

/**
 * Reads and locks the watches that exist already. One of the same member takes precedence over one of the same name.
 */
export async function readKept<W extends WantedWatch>(
  { query }: Ports,
  { accountId, livemode }: Owner,
  wanted: readonly W[],
): Promise<Map<W, KeptWatch>> {
  if (wanted.length === 0) return new Map();
  const rows = await query(
    `select w.id, w.council_id, lower(w.named) as named, w.member_id, w.status, w.basis, w.answered_at,
            w.removed_at is not null as is_removed
       from watches w
      where w.account_id = $1 and w.livemode = $2
        and (w.member_id = any($3)
             or (w.council_id, lower(w.named)) in (select * from unnest($4::text[], $5::text[])))
      order by w.id for update`,
    [
      accountId,
      livemode,
      wanted.flatMap(({ memberId }) => memberId ?? []),
      wanted.map(({ councilId }) => councilId),
      wanted.map(({ named }) => named.toLowerCase()),
    ],
    'kept-watches',
  );
  const byMember = new Map<string, KeptWatch>();
  const byName = new Map<string, KeptWatch>();
  for (const row of rows) {
    const memberId = row.member_id === null ? undefined : read.id('mem', row, 'member_id');
    const kept: KeptWatch = {
      id: read.id('wch', row, 'id'),
      memberId,
      status: read.oneOf(row, 'status', WATCH_STATUSES),
      basis: read.oneOf(row, 'basis', WATCH_BASES),
      answeredAt: read.optionalDate(row, 'answered_at'),
      isRemoved: read.boolean(row, 'is_removed'),
    };
    if (memberId !== undefined) byMember.set(memberId, kept);
    byName.set(`${read.text(row, 'council_id')} ${read.text(row, 'named')}`, kept);
  }
  return new Map(
    wanted.flatMap((one) => {
      const kept =
        byMember.get(one.memberId ?? '') ?? byName.get(`${one.councilId} ${one.named.toLowerCase()}`);
      return kept === undefined ? [] : [[one, kept] as const];
    }),
  );
}

type Renewed = Pick<Watch, 'id' | 'memberId' | 'basis'> & {
  status: WatchStatus;
  told: Record<string, string>;
};

export async function renewWatches({ query }: Ports, renewed: readonly Renewed[], now: Date): Promise<void> {
  if (renewed.length === 0) return;
  await query(
    `update watches w set member_id = coalesce(r.member_id, w.member_id), status = r.status, basis = r.basis, told = r.told,
            is_untold = false, removed_at = null, updated_at = $1
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::jsonb[]) as r (id, member_id, status, basis, told)
      where w.id = r.id`,
    [
      now,
      renewed.map((one) => one.id),
      renewed.map(({ memberId }) => memberId ?? null),
      renewed.map(({ status }) => status),
      renewed.map(({ basis }) => basis),
      renewed.map(({ told }) => JSON.stringify(told)),
    ],
    'renew-watches',
  );
}
