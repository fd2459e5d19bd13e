/**
 * Restores what a database has lost, in one transaction. The same leaves get the same places, so every issued proof
 * stays valid.
 *
 * Crash points: before the commit nothing has changed, and the command can be run again. After it there is nothing
 * left to restore.
 */

import { rebuildEntries } from '../../certificates/check/pg-derive-entries.ts';
import type { DatabaseAddress } from '../../database/address.ts';
import { inOneTransaction } from '../../database/connection.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { followJournal } from './follow-journal.ts';
import { settleAllowances } from './pg-allowances.ts';
import { loadStep, lockForRecovery, putRows } from './pg-load.ts';
import { comeLast, noteMakers, putBack, putBackAccounts, stepAside } from './pg-put-back.ts';
import type { RecoveryPlan } from './plan.ts';
import type { JournalPorts } from './read-journal.ts';

export type Recovered = {
  certificates: number;
  /**
   * The ids of certificates that were made after the loss, and whose external id now belongs to a restored certificate.
   */
  renamed: string[];
  /** The accounts that were granted as much as they had used, because their grants are lost. */
  granted: string[];
};

export async function applyRecovery(
  ports: JournalPorts,
  address: DatabaseAddress,
  plan: RecoveryPlan,
  now: Date,
): Promise<Recovered> {
  return inOneTransaction(address, async (query) => {
    const start = await lockForRecovery(query);
    if (start.size !== plan.start.size) throw changedMeanwhile();
    let end = start;
    const blobKeys = new Set<string>();
    const steps = followJournal(ports, start, plan.kept);
    for (;;) {
      const { value, done } = await steps.next();
      if (done && value !== undefined) throw changedMeanwhile();
      if (done) break;
      await loadStep(query, value, plan.withoutFile, now);
      for (const row of value.piece.blobKeys) blobKeys.add(row);
      end = value.frontier;
    }
    const renamed = await stepAside(query);
    await assertOnlyCertificatesWait(query);
    await putBackAccounts(query);
    await putBack(query);
    await noteMakers(query, now);
    await putRows(query, 'blob_keys', [...blobKeys]);
    await comeLast(query);
    await query('update log_state set size = $1, frontier = $2', [end.size, end.nodes]);
    await rebuildEntries(query);
    const granted = await settleAllowances(query, now);
    const [counted] = await query('select count(*) as n from recovered where is_new');
    return { certificates: Number(counted?.n), renamed, granted };
  });
}

/**
 * Throws if leaves other than certificates wait for a place with tickets that lost leaves had before. Only certificates
 * can get new tickets here.
 */
async function assertOnlyCertificatesWait(
  query: (text: string) => Promise<Record<string, unknown>[]>,
): Promise<void> {
  const [other] = await query(
    `select count(*) as n from log_queue q
      where not exists (select from recovered r where r.ticket = q.id and r.leaf_hash = q.leaf_hash)
        and not exists (select from latecomers l where l.ticket = q.id)
        and q.id <= (select max(ticket) from recovered)`,
  );
  if (other?.n === 0) return;
  throw new OperatorError({
    en: `${other?.n} leaves that are no certificates wait for a place in the log, with tickets that others had. Nothing was changed.`,
    es: `${other?.n} hojas que no son de certificados esperan su lugar en el log con turnos que tenían otras. No se cambió nada.`,
  });
}

function changedMeanwhile(): OperatorError {
  return new OperatorError({
    en: 'The database or the journal changed while it was being read. Nothing was changed by this command; run it again.',
    es: 'La base de datos o el diario cambió mientras se leía. Este comando no cambió nada; ejecútelo de nuevo.',
  });
}
