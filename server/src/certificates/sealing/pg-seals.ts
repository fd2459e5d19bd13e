/** Copies that are to be made. They are taken, postponed, given up, or written with their certificates. */

import type { Database, Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { noteEvent } from '../../events/note-event.ts';
import { type Commit, isRefused } from '../commit/pg-commit.ts';
import { commitUnderLock } from '../commit/pg-commit-carefully.ts';
import { rowTextsOf } from '../commit/row-texts.ts';
import type { NewCertificate } from '../ports.ts';
import type { StorageRules } from '../stored-files.ts';
import type { SealOutcome, SealStore, TakenSeal } from './ports.ts';
import type { Requester, SealFault } from './seal.ts';

const TAKE = `
  update pdf_seals s set claimed_by = $1, updated_at = $2
    from (select account_id, certificate_id from pdf_seals
           where status = 'queued' and due_at <= $2 and (claimed_by is null or not process_is_alive(claimed_by))
           order by due_at limit 1 for update skip locked) due
   where s.account_id = due.account_id and s.certificate_id = due.certificate_id
  returning s.account_id, s.certificate_id, s.livemode, s.copy_id, s.order_id, s.file_id, s.ordered_by, s.tsr, s.chain, s.attempts`;

/** Every change is made only by the process that has taken the copy. */
const MINE = `account_id = $1 and certificate_id = $2 and claimed_by = $3 and status = 'queued'`;

export function makeSealStore(database: Database, owner: () => number, rules: StorageRules): SealStore {
  const keyOf = ({ owner: { accountId }, certificateId }: TakenSeal) => [accountId, certificateId, owner()];
  return {
    async take(now) {
      const [row] = await database.query(TAKE, [owner(), now], 'take-seal');
      return row && toTaken(row);
    },

    async keepStamp(seal, { tsr, chain }, now) {
      const rows = await database.query(
        `update pdf_seals set tsr = $4, chain = $5, updated_at = $6 where ${MINE} returning 1 as kept`,
        [...keyOf(seal), tsr, chain, now],
        'keep-seal-stamp',
      );
      return rows.length === 1;
    },

    finish: (seal, made, now) =>
      undoUnlessSealed(database, (query) => finish(query, owner(), rules, seal, made, now)),

    async giveUp(seal, fault, now) {
      await database.transaction((query) => giveUp(query, keyOf(seal), seal, fault, now));
    },

    async putOff(seal, until, now) {
      await database.query(
        `update pdf_seals set claimed_by = null, attempts = attempts + 1, due_at = $4, updated_at = $5 where ${MINE}`,
        [...keyOf(seal), until, now],
        'put-seal-off',
      );
    },
  };
}

class NotSealed extends Error {
  readonly outcome: SealOutcome;
  constructor(outcome: SealOutcome) {
    super('The copy is not written');
    this.outcome = outcome;
  }
}

async function undoUnlessSealed(
  database: Database,
  write: (query: Query) => Promise<SealOutcome>,
): Promise<SealOutcome> {
  try {
    return await database.transaction(async (query) => {
      const outcome = await write(query);
      if (outcome !== 'sealed') throw new NotSealed(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof NotSealed) return error.outcome;
    // The account's files have changed since they were counted, so the next attempt counts them anew.
    if (isRefused(error)) return 'lost';
    throw error;
  }
}

/**
 * Locks the order of the copy, then account and counter as every writer does. Files are erased under the lock of the
 * counter, so the original that is found here stays until the copy has its certificate.
 */
async function finish(
  query: Query,
  owner: number,
  rules: StorageRules,
  seal: TakenSeal,
  made: NewCertificate,
  now: Date,
): Promise<SealOutcome> {
  const { accountId, livemode } = seal.owner;
  const key = [accountId, seal.certificateId];
  const [mine] = await query(`select from pdf_seals where ${MINE} for update`, [...key, owner], 'own-seal');
  if (mine === undefined) return 'lost';
  const commit: Commit = {
    made,
    texts: rowTextsOf(made),
    reservation: undefined,
    idempotent: undefined,
    isPrepaid: true,
  };
  const outcome = await commitUnderLock(query, owner, rules, commit);
  if (outcome === 'storage_full') return outcome;
  if (outcome !== 'written') return 'lost';
  const [original] = await query(
    `update certificates set changed_at = $3
      where account_id = $1 and id = $2 and file_erased_at is null returning 1 as found`,
    [...key, now],
    'mark-original',
  );
  if (original === undefined) return 'file_erased';
  await query(
    `update pdf_seals set status = 'sealed', claimed_by = null, updated_at = $3
      where account_id = $1 and certificate_id = $2`,
    [...key, now],
    'mark-sealed',
  );
  const data = { id: seal.certificateId };
  await noteEvent(query, { accountId, livemode }, { type: 'certificate.sealed', data, at: now });
  return 'sealed';
}

async function giveUp(
  query: Query,
  key: readonly unknown[],
  { owner: { accountId, livemode }, certificateId }: TakenSeal,
  fault: SealFault,
  now: Date,
): Promise<void> {
  const given = await query(
    `update pdf_seals set status = 'failed', reason = $4, claimed_by = null, updated_at = $5 where ${MINE} returning 1 as given`,
    [...key, fault, now],
    'give-seal-up',
  );
  if (given.length === 0) return;
  if (livemode)
    await query(
      'update accounts set certificates_left = certificates_left + 1 where id = $1',
      [accountId],
      'return-certificate-of-copy',
    );
  await query(
    'update certificates set changed_at = $3 where account_id = $1 and id = $2',
    [accountId, certificateId, now],
    'mark-original-unsealed',
  );
}

function toTaken(row: Row): TakenSeal {
  return {
    owner: { accountId: read.id('acct', row, 'account_id'), livemode: read.boolean(row, 'livemode') },
    certificateId: read.id('cert', row, 'certificate_id'),
    copyId: read.id('cert', row, 'copy_id'),
    orderId: read.id('cert', row, 'order_id'),
    fileId: read.bytes(row, 'file_id'),
    stamp:
      row.tsr === null ? undefined : { tsr: read.bytes(row, 'tsr'), chain: read.bytesList(row, 'chain') },
    orderedBy:
      row.ordered_by === null ? undefined : read.shaped(row, 'ordered_by', isRequester, 'who ordered it'),
    attempts: read.number(row, 'attempts'),
  };
}

function isRequester(value: unknown): value is Requester {
  return read.isRecord(value) && typeof value.type === 'string' && typeof value.id === 'string';
}
