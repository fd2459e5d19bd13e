/** Why a backup is not restored. Nothing has been written at that point. */

import { OperatorError } from '../../kernel/operator-error.ts';

/** The flag names the risk that the operator accepts. */
export const ACCEPT_FORGEABLE = 'accept-forgeable';

export function noBackup(folder: string, manifest: string): OperatorError {
  return new OperatorError({
    en: `There is no backup in ${folder}: it has no ${manifest}, so it was cut short or is something else. Name a folder that sello backup completed.`,
    es: `No hay un respaldo en ${folder}: le falta ${manifest}, así que quedó a medias o es otra cosa. Indique una carpeta que sello backup haya terminado.`,
  });
}

export function damagedBackup(what: string): OperatorError {
  return new OperatorError({
    en: `The backup is damaged: ${what} is not as it was written. Nothing was restored; use another copy of it, or an earlier backup.`,
    es: `El respaldo está dañado: ${what} no es como se escribió. No se restauró nada; use otra copia o un respaldo anterior.`,
  });
}

export function forgedBackup(): OperatorError {
  return new OperatorError({
    en: 'The backup was changed by somebody who does not hold your master key. Nothing was restored; use another copy of it, or an earlier backup.',
    es: 'Alguien que no tiene su clave maestra cambió el respaldo. No se restauró nada; use otra copia o un respaldo anterior.',
  });
}

export function strangersBackup(masterId: string): OperatorError {
  return new OperatorError({
    en: `The backup was made with a master key that is not here (${masterId}). Copy master.key from where it was made into the data folder, or give the key with SELLO_MASTER_KEY, SELLO_MASTER_KEY_FILE, SELLO_MASTER_KEY_COMMAND or SELLO_MASTER_KEYS_OLD. Nothing was restored.`,
    es: `El respaldo se hizo con una clave maestra que no está aquí (${masterId}). Copie master.key del lugar de origen a la carpeta de datos, o indique la clave con SELLO_MASTER_KEY, SELLO_MASTER_KEY_FILE, SELLO_MASTER_KEY_COMMAND o SELLO_MASTER_KEYS_OLD. No se restauró nada.`,
  });
}

export function forgeableBackup(): OperatorError {
  return new OperatorError({
    en: `The backup is of a version that did not vouch for backups: whoever could write to its folder may have put in accounts, keys and certificates of their own. If you know that nobody could, say so with --${ACCEPT_FORGEABLE}. Nothing was restored.`,
    es: `El respaldo es de una versión que no los autenticaba: quien pudo escribir en su carpeta pudo agregar cuentas, claves y certificados propios. Si sabe que nadie pudo, indíquelo con --${ACCEPT_FORGEABLE}. No se restauró nada.`,
  });
}

/** The error that refuses links, devices and pipes, because they lead out of the folder or never end. */
export function notAFile(name: string): OperatorError {
  return new OperatorError({
    en: `${name} in the backup is a link or no ordinary file. Nothing was restored; no backup of Sello has such a thing.`,
    es: `${name} en el respaldo es un enlace o no es un archivo común. No se restauró nada; ningún respaldo de Sello tiene algo así.`,
  });
}

export function foreignBackup(what: string): OperatorError {
  return new OperatorError({
    en: `The backup holds what this version of Sello does not have: ${what}. Nothing was restored.`,
    es: `El respaldo contiene algo que esta versión de Sello no tiene: ${what}. No se restauró nada.`,
  });
}

export function newerBackup(migration: string): OperatorError {
  return new OperatorError({
    en: `The backup is of a newer version of Sello (it has ${migration}). Restore it with that version.`,
    es: `El respaldo es de una versión más nueva de Sello (tiene ${migration}). Restáurelo con esa versión.`,
  });
}

export function noRoom(neededBytes: number, folder: string, freeBytes: number): OperatorError {
  const [needed, free] = [megabytes(neededBytes), megabytes(freeBytes)];
  return new OperatorError({
    en: `The backup needs ${needed} MB in ${folder}, which has ${free} MB left. Make room, or name another folder with SELLO_DATA_DIR=…. Nothing was restored.`,
    es: `El respaldo necesita ${needed} MB en ${folder}, que tiene ${free} MB libres. Libere espacio o indique otra carpeta con SELLO_DATA_DIR=…. No se restauró nada.`,
  });
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6);
}

/**
 * Shows a name from a backup. A hostile backup may contain any text, so only harmless characters of it are printed.
 */
export function shown(name: string): string {
  return `"${name.slice(0, 60).replace(/[^\w./-]/g, '?')}"`;
}
