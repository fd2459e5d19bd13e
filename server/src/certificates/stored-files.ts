/** The original files that an account keeps: how much room is left for more, and which were erased. */

import type { FilesSettings } from '../files/settings.ts';
import { AppError } from '../kernel/errors.ts';

/** The files of one account and mode. */
export type StoredFiles = {
  /**
   * The bytes that are stored. Every certificate with a stored file counts its size, even if another one has the same
   * bytes.
   */
  bytes: number;
  maxBytes: number;
  /** The limit of test certificates, if the account has reached it; otherwise undefined. */
  fullOfTests: number | undefined;
  /** A number that is odd while files of the account are being erased, and has a new value after each erasure. */
  erasures: number;
  /** For how many days the account keeps files; undefined means for ever. */
  keepFilesDays: number | undefined;
};

export type StorageRules = Pick<FilesSettings, 'maxStoredBytes' | 'maxTestCertificates'>;

/**
 * Throws if the account has no room. This is checked before any work, so that a full account is refused at once.
 * Uploads that run at the same time are counted by the commit.
 */
export function assertRoomFor(sizeBytes: number, { bytes, maxBytes, fullOfTests }: StoredFiles): void {
  if (fullOfTests !== undefined) throw tooManyTests(fullOfTests);
  if (bytes + sizeBytes > maxBytes) throw storageFull(maxBytes);
}

export function tooManyTests(most: number): AppError {
  return new AppError('storage_full', {
    en: `The account may have ${most} test certificates, and these would be more. Nothing was used up. Use a live key, or ask the operator of this service for more (SELLO_MAX_TEST_CERTIFICATES).`,
    es: `La cuenta puede tener ${most} certificados de prueba y con estos serían más. No se consumió nada. Use una clave real o pida más al operador de este servicio (SELLO_MAX_TEST_CERTIFICATES).`,
  });
}

export function storageFull(maxBytes: number): AppError {
  return new AppError('storage_full', {
    en: `The account may keep ${maxBytes} bytes of files in this mode, and this file does not fit any more. Nothing was used up. Ask the operator of this service for more room (SELLO_MAX_STORED_BYTES), or send a smaller file.`,
    es: `La cuenta puede guardar ${maxBytes} bytes de archivos en este modo y este archivo ya no cabe. No se consumió nada. Pida más espacio al operador de este servicio (SELLO_MAX_STORED_BYTES) o envíe un archivo más pequeño.`,
  });
}
