/** The operator sets and lifts legal holds. */

import type { Database } from '../database/pool.ts';
import { assertText } from '../http/text-rules.ts';
import type { Clock } from '../kernel/clock.ts';
import { type NewId, parseId } from '../kernel/ids.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { HoldTarget, LegalHold } from './hold.ts';
import { findTarget, insertHold, lockAgainstErasing, markLifted, readHolds } from './pg-holds.ts';

export type HoldPorts = { database: Pick<Database, 'query' | 'transaction'>; now: Clock; newId: NewId };

/** Sets a hold. One thing may have several holds, each for a different legal matter. */
export async function addHold(
  { database, now, newId }: HoldPorts,
  target: HoldTarget,
  reason: string,
): Promise<LegalHold> {
  assertText('reason', reason, { maxChars: 2_000, multiline: true });
  return database.transaction(async (query) => {
    const found = await findTarget(query, target);
    if (found === undefined) throw notThere(target.id);
    await lockAgainstErasing(query, found.accountId);
    // `lockAgainstErasing` has waited for erasures under way, so this reads what they left.
    const left = await findTarget(query, target);
    if (left === undefined || left.memberStatus === 'anonymised') throw tooLate(target.id);
    const { accountId } = left;
    const { kind, id } = target;
    const hold = {
      ...{ id: newId('hld'), accountId, kind, target: id, reason, since: now() },
      liftedAt: undefined,
    };
    await insertHold(query, hold);
    return hold;
  });
}

/** Lifts a hold. It is named by its id or, if a subject has only one hold, by that subject. */
export async function liftHold({ database, now }: HoldPorts, idOrTarget: string): Promise<LegalHold> {
  const holdId = parseId('hld', idOrTarget);
  const by = holdId === undefined ? { target: idOrTarget } : { id: holdId };
  const [first, ...more] = await readHolds(database, by);
  if (first === undefined) throw noneStands(idOrTarget);
  if (more.length > 0) throw several([first, ...more]);
  return database.transaction(async (query) => {
    await lockAgainstErasing(query, first.accountId);
    const [hold] = await readHolds({ query }, { id: first.id });
    if (hold === undefined) throw noneStands(idOrTarget);
    const liftedAt = now();
    await markLifted(query, hold, liftedAt);
    return { ...hold, liftedAt };
  });
}

function notThere(id: string): OperatorError {
  return new OperatorError({
    en: `There is no "${id}". Name an account (id or e-mail), a member (mem_…) or a certificate (cert_…).`,
    es: `No hay ningún "${id}". Indique una cuenta (id o correo), un miembro (mem_…) o un certificado (cert_…).`,
  });
}

function tooLate(id: string): OperatorError {
  return new OperatorError({
    en: `${id} is erased already: nothing is left to be kept. Backups may still have it.`,
    es: `${id} ya se borró: no queda nada que retener. Puede estar aún en los respaldos.`,
  });
}

function noneStands(given: string): OperatorError {
  return new OperatorError({
    en: `No legal hold stands on "${given}". sello hold list shows those that stand.`,
    es: `No hay ninguna retención legal sobre "${given}". sello hold list muestra las vigentes.`,
  });
}

function several(holds: readonly LegalHold[]): OperatorError {
  const ids = holds.map(({ id }) => id).join(', ');
  return new OperatorError({
    en: `Several legal holds stand on it (${ids}). Say which one to lift.`,
    es: `Hay varias retenciones legales sobre eso (${ids}). Diga cuál levantar.`,
  });
}
