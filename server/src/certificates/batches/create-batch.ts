/**
 * Takes a batch: it stores all items and sets their allowance aside, or does nothing. Workers make the certificates
 * later.
 */

import type { AuditNote } from '../../audit/ports.ts';
import { isDatabaseAway } from '../../database/outcome.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { BatchId, KeyId, NewId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { UntilDone } from '../../kernel/pacing/until-done.ts';
import type { CertificateStore, StoredAnswer } from '../ports.ts';
import { certificateNotFound } from '../read-certificates.ts';
import { allowanceExhausted, assertMayGo, reservationLost } from '../start-refusals.ts';
import type { Batch } from './batch.ts';
import type { BatchStore } from './ports.ts';
import type { ReadItems } from './read-items.ts';

export type BatchPorts = {
  batches: BatchStore;
  certificates: Pick<CertificateStore, 'begin' | 'abandon'>;
  now: Clock;
  newId: NewId;
  untilDone: UntilDone;
};

/** The caller's idempotency key. `answerFor` gives the answer that a replay will send. */
export type BatchIdempotency = { operation: string; key: string; answerFor(batch: Batch): StoredAnswer };

export type BatchDone = { batch: Batch } | { replay: StoredAnswer };

/** Who makes the batch: a key, or a person in the dashboard. */
type BatchMaker = Owner & { keyId: KeyId | undefined; person?: Actor };

export async function createBatch(
  ports: BatchPorts,
  caller: BatchMaker,
  { items, stamp, fingerprint }: ReadItems,
  idempotency: BatchIdempotency | undefined,
): Promise<BatchDone> {
  return once(ports, caller, idempotency, fingerprint, async (request) => {
    const createdAt = ports.now();
    const batch: Batch = {
      id: ports.newId('bat'),
      livemode: caller.livemode,
      stamp,
      keyId: caller.keyId,
      total: items.length,
      made: 0,
      failed: 0,
      isTaken: false,
      createdAt,
      updatedAt: createdAt,
    };
    const answered = request && { ...request, answer: request.answerFor(batch) };
    const note = caller.person && noteOf(caller, caller.person, batch);
    const outcome = await ports.batches.create(caller, { batch, items, note }, answered);
    if (outcome === 'allowance_exhausted') throw notEnoughFor(items.length);
    if (outcome === 'lost') throw reservationLost();
    if (outcome !== 'written') throw itemTaken(outcome);
    return batch;
  });
}

function noteOf(
  { accountId }: Owner,
  by: Actor,
  { id, total, stamp, livemode, createdAt }: Batch,
): AuditNote {
  const mode = livemode ? 'live' : 'test';
  const details = { items: total, mode, ...(stamp === 'shared' && { stamp }) };
  return { accountId, at: createdAt, action: 'batch.create', by, target: id, details };
}

export async function retryBatch(
  ports: BatchPorts,
  caller: Owner,
  id: BatchId | undefined,
  idempotency: BatchIdempotency | undefined,
): Promise<BatchDone> {
  return once(ports, caller, idempotency, Buffer.from('retry'), async (request) => {
    const batch = id && (await ports.batches.retry(caller, id, ports.now(), request));
    if (batch === undefined) throw batchNotFound();
    if (batch === 'allowance_exhausted') throw allowanceExhausted();
    if (batch === 'lost') throw reservationLost();
    return batch;
  });
}

/**
 * Claims the idempotency key first. A crash leaves the claim of a dead process, which the caller's retry takes over.
 */
async function once(
  ports: BatchPorts,
  { accountId }: Owner,
  idempotency: BatchIdempotency | undefined,
  fingerprint: Uint8Array,
  run: (request: (BatchIdempotency & { fingerprint: Uint8Array }) | undefined) => Promise<Batch>,
): Promise<BatchDone> {
  const request = idempotency && { ...idempotency, fingerprint };
  const start = await ports.certificates.begin(accountId, false, request, ports.now());
  if (start.outcome === 'replay') return { replay: start.answer };
  assertMayGo(start, idempotency?.key);
  try {
    return { batch: await run(request) };
  } catch (error) {
    if (request !== undefined) {
      const abandoned = ports.untilDone('abandon batch', () =>
        ports.certificates.abandon(accountId, undefined, request),
      );
      // `abandon` is not awaited if the database is unreachable, because the caller would wait a second time. A write
      // of unknown outcome may also still hold the locks that `abandon` needs.
      if (!isDatabaseAway(error)) await abandoned;
    }
    throw error;
  }
}

export function batchNotFound(): AppError {
  const { code } = certificateNotFound();
  return new AppError(code, {
    en: 'There is no batch with this id in your account (in the mode of this key).',
    es: 'No hay ningún lote con este id en su cuenta (en el modo de esta clave).',
  });
}

function notEnoughFor(items: number): AppError {
  return new AppError('allowance_exhausted', {
    en: `The account has not enough certificates left for the ${items} items of this batch. Nothing was used up. Send fewer, ask the operator of this service for more, or try with a test key.`,
    es: `A la cuenta no le quedan suficientes certificados para los ${items} elementos de este lote. No se consumió nada. Envíe menos, pida más al operador de este servicio o pruebe con una clave de prueba.`,
  });
}

function itemTaken({ place, takenBy }: { place: number; takenBy: string }): AppError {
  return new AppError('external_id_taken', {
    en: `items[${place}]: \`external_id\` belongs to ${takenBy}. Use another, or change that one. Nothing was used up.`,
    es: `items[${place}]: \`external_id\` es de ${takenBy}. Use otro o cambie aquel. No se consumió nada.`,
  });
}
