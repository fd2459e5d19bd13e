/** Bitcoin block headers from an Esplora-compatible index that the operator trusts or runs. */

import { createHash } from 'node:crypto';
import { encodeHex, parseHex, parseUtf8 } from '@sello/proof';
import { CalendarFailure } from './calendar-failure.ts';
import { type CalendarHttp, calendarRefusal } from './http-client.ts';
import type { BitcoinBlocks } from './ports.ts';

const HEADER_BYTES = 80;
const MAX_ANSWER_BYTES = 1_000;

export function openBitcoinBlocks(http: CalendarHttp, url: string): BitcoinBlocks {
  const base = url.replace(/(?<!\/)\/+$/, '');
  const readHex = async (path: string, sizeBytes: number): Promise<Uint8Array | undefined> => {
    const question = { url: `${base}${path}`, headers: { accept: 'text/plain' }, maxBytes: MAX_ANSWER_BYTES };
    const { status, body } = await http.ask(question);
    if (status === 404) return undefined;
    if (status !== 200) throw calendarRefusal(status);
    const bytes = parseHex(parseUtf8(body)?.trim() ?? '');
    if (bytes?.length !== sizeBytes)
      throw new CalendarFailure('garbage', `gave no ${sizeBytes} bytes for ${path}`);
    return bytes;
  };
  return {
    async headerAt(height) {
      const hash = await readHex(`/block-height/${height}`, 32);
      if (hash === undefined) return undefined;
      const header = await readHex(`/block/${encodeHex(hash)}/header`, HEADER_BYTES);
      // Bitcoin hashes are displayed in reverse byte order.
      if (header === undefined || !sha256(sha256(header)).reverse().equals(hash)) {
        throw new CalendarFailure('garbage', `has no header of block ${height} with that block's hash`);
      }
      return header;
    },
  };
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
