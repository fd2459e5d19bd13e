/** Decodes a table into text, whatever spreadsheet saved it. */

import { AppError } from '../../../kernel/errors.ts';

export type Encoding = 'utf-8' | 'windows-1252';

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
 * Files of other kinds are refused here. Every byte is some character of Windows-1252, so they would be read as
 * nonsense.
 */
function refuseOtherFiles(bytes: Uint8Array): void {
  const startsWith = (...start: number[]) => start.every((byte, i) => bytes[i] === byte);
  // These are the beginnings of a zip archive (which .xlsx and .ods files are), of an .xls file, and of UTF-16 in
  // either byte order.
  if (startsWith(0x50, 0x4b, 0x03, 0x04) || startsWith(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new AppError('unsupported_media_type', {
      en: 'This is a workbook, not a table. Save the sheet as "CSV UTF-8" and send that file.',
      es: 'Esto es un libro de Excel, no una tabla. Guarde la hoja como "CSV UTF-8" y envíe ese archivo.',
    });
  }
  if (startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff)) {
    throw new AppError('unsupported_media_type', {
      en: 'The table is in UTF-16. Save it as "CSV UTF-8" and send that file.',
      es: 'La tabla está en UTF-16. Guárdela como "CSV UTF-8" y envíe ese archivo.',
    });
  }
}
