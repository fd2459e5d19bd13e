/** Writes the result of a lot: certificates, outcomes and allowance in one transaction. */

import type { Database, Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { noteEvent } from '../../events/note-event.ts';
import { externalIdTaken } from '../../http/metadata.ts';
import type { CertificateId } from '../../kernel/ids.ts';
import { type Commit, commitStatement, outcomesOf } from '../commit/pg-commit.ts';
import { rowTextsOf } from '../commit/row-texts.ts';
import { isExternalIdTaken } from '../pg-external-ids.ts';
import type { StorageRules } from '../stored-files.ts';
import { toBatchRecord } from './batch-record.ts';
import { toBatch } from './pg-batch-rows.ts';
import { forgetSharedOrder } from './pg-shared-orders.ts';
import type { BatchStore, LotOutcome, LotResult, TakenLot } from './ports.ts';

/** How often a lot is tried. If an external id is taken, its item fails and the rest of the lot is tried again. */
const ATTEMPTS = 5;

export function makeWriteLot(
  database: Database,
  owner: () => number,
  rules: StorageRules,
): BatchStore['write'] {
  return async (lot, result, now) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await database.transaction((query) => writeLot(query, owner(), rules, lot, result, now));
      } catch (error) {
        if (!isExternalIdTaken(error) || attempt === ATTEMPTS) throw error;
      }
    }
  };
}

/**
 * Writes a lot. Locks batch, account and counter in the same order as every other writer.
 *
 * Crash points: before the commit nothing is written, and the batch of the dead process is free again. After it
 * everything is written.
 */
async function writeLot(
  query: Query,
  owner: number,
  rules: StorageRules,
  lot: TakenLot,
  result: LotResult,
  now: Date,
): Promise<LotOutcome | undefined> {
  const { accountId, batch, first } = lot;
  const [mine] = await query(
    'select from batches where account_id = $1 and id = $2 and owner = $3 for no key update',
    [accountId, batch.id, owner],
    'own-batch',
  );
  if (mine === undefined) return undefined;
  const taken = await findTaken(query, lot, result);
  const made = result.made.filter(({ made: one }) => !taken.has(one.certificate.externalId ?? ''));
  const failed = [...result.failed, ...failedOf(result, taken)];
  if (batch.livemode && failed.length > 0) {
    await query('update accounts set certificates_left = certificates_left + $2 where id = $1', [
      accountId,
      failed.length,
    ]);
  }
  await writeCertificates(query, owner, rules, made);
  const outcomes: [place: number, outcome: unknown][] = [
    ...made.map(({ place, made: one }): [number, unknown] => [place - first, one.certificate.id]),
    ...failed.map(({ place, error }): [number, unknown] => [place - first, error]),
  ];
  const row = read.firstRow(
    await query(
      WRITE_OUTCOMES,
      [accountId, batch.id, first, JSON.stringify(outcomes), made.length, failed.length, result.retryAt, now],
      'write-lot',
    ),
  );
  const isCompleted = read.boolean(row, 'is_completed');
  // If no item failed, every certificate has its way, so the order is no longer needed. A retry of failed items would
  // need the same tree.
  if (isCompleted && read.number(row, 'failed') === 0) await forgetSharedOrder(query, accountId, batch);
  if (isCompleted) {
    const data = toBatchRecord(toBatch({ ...row, is_taken: false }));
    await noteEvent(
      query,
      { accountId, livemode: batch.livemode },
      { type: 'batch.completed', data, at: now },
    );
  }
  return { made: made.length, failed: failed.length, isCompleted };
}

/** Finds the certificates that have these external ids. */
async function findTaken(
  query: Query,
  { accountId, batch }: TakenLot,
  { made }: LotResult,
): Promise<Map<string, CertificateId>> {
  const wanted = made.flatMap(({ made: one }) => one.certificate.externalId ?? []);
  if (wanted.length === 0) return new Map();
  const rows = await query(
    `select external_id, id from certificates
      where account_id = $1 and livemode = $2 and external_id = any ($3::text[])`,
    [accountId, batch.livemode, wanted],
    'taken-external-ids',
  );
  return new Map(rows.map((row) => [read.text(row, 'external_id'), read.id('cert', row, 'id')]));
}

function failedOf({ made }: LotResult, taken: ReadonlyMap<string, CertificateId>): LotResult['failed'] {
  return made.flatMap(({ place, made: one }) => {
    const { externalId } = one.certificate;
    const takenBy = externalId === undefined ? undefined : taken.get(externalId);
    if (takenBy === undefined) return [];
    const { code, text: words } = externalIdTaken(takenBy);
    return [{ place, error: { code, text: words } }];
  });
}

async function writeCertificates(
  query: Query,
  owner: number,
  rules: StorageRules,
  made: LotResult['made'],
): Promise<void> {
  const commits = made.map(
    ({ made: one }): Commit => ({
      made: one,
      texts: rowTextsOf(one),
      reservation: undefined,
      idempotent: undefined,
      isPrepaid: true,
    }),
  );
  const [head, ...rest] = commits;
  if (head === undefined) return;
  // No file was sent, so it does not matter whether files were erased.
  const { name, text: sql, params } = commitStatement([head, ...rest], owner, rules, -1);
  const rows = await query(sql, params, name);
  if (outcomesOf(commits, rows).some((outcome) => outcome !== 'written'))
    throw new Error('A certificate of a batch was not written');
}

const WRITE_OUTCOMES = `
  with lot as (
    update batch_lots l
       set outcomes = merged.outcomes, waiting = l.waiting - $5::integer - $6::integer,
           items = case when l.waiting = $5::integer + $6::integer and not merged.outcomes @? '$[*] ? (@.type() == "object")'
                        then null else l.items end
      from (
        select jsonb_agg(coalesce(new.outcome, old.outcome) order by old.place) as outcomes
          from batch_lots o, jsonb_array_elements(o.outcomes) with ordinality as old (outcome, place)
          left join (
            select (pair -> 0)::integer + 1 as place, pair -> 1 as outcome from jsonb_array_elements($4::jsonb) pair
          ) new on new.place = old.place
         where o.account_id = $1 and o.batch_id = $2 and o.first = $3
      ) merged
     where l.account_id = $1 and l.batch_id = $2 and l.first = $3
  )
  update batches b
     set made = made + $5::integer, failed = failed + $6::integer, owner = null, updated_at = $8,
         outages = case when $7::timestamptz is null then 0 when $5 > 0 then 1 else outages + 1 end, next_try_at = $7
   where account_id = $1 and id = $2
  returning id, livemode, shares_stamp, key_id, total, made, failed, created_at, updated_at, made + failed = total as is_completed`;
