/**
 * Certificates of longer digests than SHA-256 are written only once no older program runs: those cannot read them. From the
 * first one on, older programs refuse to start on the database.
 */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { LONG_DIGESTS_USED, noteContract } from '../../database/upgrades/noted-contracts.ts';
import { olderThan, presentProcesses } from '../../database/upgrades/present-processes.ts';
import { AppError } from '../../kernel/errors.ts';

/** The migration from which programs know such certificates. */
const SINCE = 92;

export type LongDigests = {
  /** Whether a certificate of a longer digest may be written. Once it may, it always may. */
  mayBeUsed(): Promise<boolean>;
};

export function makeLongDigests(database: Pick<Database, 'query' | 'transaction'>): LongDigests {
  let isNoted = false;
  return {
    async mayBeUsed() {
      isNoted ||= await isUsed(database);
      isNoted ||= await database.transaction(async (query) => {
        if (olderThan(await presentProcesses(query), SINCE).length > 0) return false;
        await noteContract(query, LONG_DIGESTS_USED);
        return true;
      });
      return isNoted;
    },
  };
}

async function isUsed({ query }: Pick<Database, 'query'>): Promise<boolean> {
  const rows = await query(
    'select exists (select from migrations where name = $1) as is_noted',
    [LONG_DIGESTS_USED],
    'long-digests-used',
  );
  return read.boolean(read.firstRow(rows), 'is_noted');
}

export function whileUpgrading(): AppError {
  return new AppError(
    'overloaded',
    {
      en: 'This service is being upgraded: until every process is of the new version, only SHA-256 is taken. Nothing was used up; try again in {wait}.',
      es: 'Este servicio se está actualizando: mientras no todos sus procesos sean de la versión nueva, solo se acepta SHA-256. No se consumió nada; intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: 60 },
  );
}
