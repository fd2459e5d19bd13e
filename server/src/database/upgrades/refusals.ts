/**
 * The errors when a database cannot be brought to this version's schema or used with it, with what the operator can
 * do.
 */

import { OperatorError } from '../../kernel/operator-error.ts';
import { describeProcess, type PresentProcess } from './present-processes.ts';

export function changedFile(name: string): OperatorError {
  return new OperatorError({
    en: `Migration ${name} was changed after it had been applied. Start the version that applied it; changes go into a new migration.`,
    es: `La migración ${name} cambió después de aplicarse. Inicie la versión que la aplicó; los cambios van en una migración nueva.`,
  });
}

/**
 * The error that refuses a newer schema: this program might miss what it needs, or write what newer ones cannot read.
 */
export function newerSchema(foreign: readonly string[]): OperatorError {
  const names = foreign.join(', ');
  return new OperatorError({
    en: `The database was made by a newer version of Sello (it has ${names}). Start that version instead.`,
    es: `La base de datos es de una versión más nueva de Sello (tiene ${names}). Inicie esa versión.`,
  });
}

/** The error that refuses an older schema. It is for commands, which never migrate by themselves. */
export function olderSchema(missing: readonly string[]): OperatorError {
  const names = missing.join(', ');
  return new OperatorError({
    en: `The database is older than this version of Sello (it lacks ${names}). Nothing was changed. Run sello migrate, or start a server of this version, and try again; or use the version that made it.`,
    es: `La base de datos es más antigua que esta versión de Sello (le falta ${names}). No se cambió nada. Ejecute sello migrate, o inicie un servidor de esta versión, e intente de nuevo; o use la versión que la creó.`,
  });
}

export function contractInTheWay(name: string, older: readonly PresentProcess[]): OperatorError {
  const who = older.map(describeProcess).join('; ');
  return new OperatorError({
    en: `Migration ${name} takes away what running processes still use, and this version needs the ones after it. Stop these first: ${who}.`,
    es: `La migración ${name} quita lo que procesos en marcha todavía usan, y esta versión necesita las que le siguen. Detenga antes: ${who}.`,
  });
}

export function neverGotLock(oldest: readonly string[], cause: unknown): OperatorError {
  const who = oldest.join('; ') || '—';
  return new OperatorError(
    {
      en: `A migration needs a lock that another session holds. End it (pg_terminate_backend) and start again. The oldest transactions belong to sessions ${who}.`,
      es: `Una migración necesita un candado que alguna sesión no suelta. Termínela (pg_terminate_backend) e inicie de nuevo. Las transacciones más antiguas son de las sesiones ${who}.`,
    },
    { cause },
  );
}
