/** Decodes a table into text, whatever spreadsheet saved it. */

import { AppError } from '../../../kernel/errors.ts';

export type Encoding = 'utf-8' | 'windows-1252';

/** Whether the file is a ZIP archive, as workbooks (.xlsx) are, whatever type the caller gave. */
export function isArchive(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);
}

/**
 * Excel on Windows saves in Windows-1252. Names with accents in that encoding are hardly ever valid UTF-8 by chance.
 */
export function decodeTable(bytes: Uint8Array): { text: string; encoding: Encoding } {
  refuseOtherFiles(bytes);
  try {
    // Decoding drops the byte order mark.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

/**
 * Refuses files of other kinds. In Windows-1252 every byte is some character, so these files would be read as nonsense.
 */
function refuseOtherFiles(bytes: Uint8Array): void {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new AppError('unsupported_media_type', {
      en: 'This is an old workbook (.xls), or one with a password. Save it as .xlsx without a password and send that file.',
      es: 'Esto es un libro de Excel antiguo (.xls) o con contraseña. Guárdelo como .xlsx sin contraseña y envíe ese archivo.',
    });
  }
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) {
    throw new AppError('unsupported_media_type', {
      en: 'The table is in UTF-16. Save it as "CSV UTF-8" and send that file.',
      es: 'La tabla está en UTF-16. Guárdela como "CSV UTF-8" y envíe ese archivo.',
    });
  }
}

function startsWith(bytes: Uint8Array, ...start: number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}
