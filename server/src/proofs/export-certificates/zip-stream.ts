/** A ZIP archive that is written while it is sent: stored entries, and the directory at the end. Without its end it cannot be opened. */

import { crc32 } from 'node:zlib';
import { uint16, uint32 } from '../little-endian.ts';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
/** APPNOTE 4.4.4, bit 11: names are UTF-8. */
const UTF8_NAMES = 0x0800;
/** 1980-01-01, the earliest date of the format. */
const NO_DATE = 0x0021;

type Entry = { name: string; content: Uint8Array };

/** Fewer than 65,536 entries and less than 4 GB in all: the format without extensions. */
export async function* zipStream(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const nameBytes = Buffer.from(name);
    const common = commonFields(content, nameBytes.length);
    const head = Buffer.concat([uint32(LOCAL_HEADER), common, nameBytes]);
    directory.push(
      Buffer.concat([
        uint32(CENTRAL_HEADER),
        uint16(VERSION),
        common,
        Buffer.alloc(10),
        uint32(offset),
        nameBytes,
      ]),
    );
    offset += head.length + content.length;
    yield Buffer.concat([head, content]);
  }
  const count = uint16(directory.length);
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = [uint32(END_OF_DIRECTORY), uint32(0), count, count, uint32(size), uint32(offset), uint16(0)];
  yield Buffer.concat([...directory, ...end]);
}

/** From "version needed" to "extra field length". */
function commonFields(content: Uint8Array, nameLength: number): Buffer {
  const size = uint32(content.length);
  return Buffer.concat([
    uint16(VERSION),
    uint16(UTF8_NAMES),
    uint16(0),
    uint16(0),
    uint16(NO_DATE),
    uint32(crc32(content)),
    size,
    size,
    uint16(nameLength),
    uint16(0),
  ]);
}
