/** The original files that an account keeps: how much room is left for more, and which were erased. */

import type { FilesSettings } from '../files/settings.ts';
import { AppError } from '../kernel/errors.ts';

/** Of one account and mode. */
export type StoredFiles = {
  /** Every certificate whose file is kept counts its size, also one over the same bytes as another. */
  bytes: number;
  maxBytes: number;
  /** Odd while files of the account are being erased, and another number after each time. */
  erasures: number;
  /** For how long the account keeps files; undefined: without end. */
  keepFilesDays: number | undefined;
};

export type StorageRules = Pick<FilesSettings, 'maxStoredBytes'>;

export function assertRoomFor(sizeBytes: number, { bytes, maxBytes }: StoredFiles): void {
  if (bytes + sizeBytes > maxBytes) throw storageFull(maxBytes);
}

export function storageFull(maxBytes: number): AppError {
  return new AppError('storage_full', {
    en: `The account may keep ${maxBytes} bytes of files in this mode, and this file does not fit any more. Nothing was used up. Ask the operator of this service for more room (SELLO_MAX_STORED_BYTES), or send a smaller file.`,
    es: `La cuenta puede guardar ${maxBytes} bytes de archivos en este modo y este archivo ya no cabe. No se consumió nada. Pida más espacio al operador de este servicio (SELLO_MAX_STORED_BYTES) o envíe un archivo más pequeño.`,
  });
}
