/** ZIP archives with any oddity that a test needs: each part of an archive may contradict the others. */

import { crc32, deflateRawSync } from 'node:zlib';

export type OddEntry = {
  name: string | Buffer;
  content: Uint8Array | string;
  isDeflated?: boolean;
  /** The name in the header before the content, if it differs. */
  localName?: string;
  /** By default only bit 11 (names in UTF-8). */
  flags?: number;
  /** Overrides the size of the content in both headers. */
  size?: number;
  crc32?: number;
  /** Whether checksum and sizes are written after the content. */
  isBehind?: boolean;
  extra?: Buffer;
  attributes?: number;
  /** Bytes before the entry that belong to no entry. */
  gap?: string;
  comment?: string;
};

type OddZip = { comment?: string | Buffer; beforeDirectory?: string; after?: string; count?: number };

export function oddZip(entries: readonly OddEntry[], odd: OddZip = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const gap = Buffer.from(entry.gap ?? '');
    at += gap.length;
    const { local, central } = recordsOf(entry, at);
    parts.push(gap, local);
    directory.push(central);
    at += local.length;
  }
  const before = Buffer.from(odd.beforeDirectory ?? '');
  const list = Buffer.concat(directory);
  const comment = Buffer.from(odd.comment ?? '');
  const count = odd.count ?? entries.length;
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count]);
  const tail = fields([4, list.length], [4, at + before.length], [2, comment.length]);
  return Buffer.concat([...parts, before, list, end, tail, comment, Buffer.from(odd.after ?? '')]);
}

function recordsOf(entry: OddEntry, offset: number): { local: Buffer; central: Buffer } {
  const { isDeflated = false, isBehind = false, flags = 0x0800, attributes = 0 } = entry;
  const content = Buffer.from(entry.content);
  const packed = isDeflated ? deflateRawSync(content) : content;
  const extra = entry.extra ?? Buffer.alloc(0);
  const name = Buffer.from(entry.name);
  const localName = entry.localName === undefined ? name : Buffer.from(entry.localName);
  const sums: Field[] = [
    [4, entry.crc32 ?? crc32(content)],
    [4, packed.length],
    [4, entry.size ?? content.length],
  ];
  const start: Field[] = [
    [2, flags | (isBehind ? 0x0008 : 0)],
    [2, isDeflated ? 8 : 0],
    [2, 0],
    [2, 0x21],
  ];
  const none: Field[] = [
    [4, 0],
    [4, 0],
    [4, 0],
  ];
  const local = Buffer.concat([
    fields([4, 0x04034b50], [2, 20], ...start, ...(isBehind ? none : sums)),
    fields([2, localName.length], [2, extra.length]),
    localName,
    extra,
    packed,
    ...(isBehind ? [fields([4, 0x08074b50], ...sums)] : []),
  ]);
  const comment = Buffer.from(entry.comment ?? '');
  const central = Buffer.concat([
    fields([4, 0x02014b50], [2, (3 << 8) | 20], [2, 20], ...start, ...sums),
    fields([2, name.length], [2, extra.length], [2, comment.length], [2, 0], [2, 0]),
    fields([4, attributes], [4, offset]),
    name,
    extra,
    comment,
  ]);
  return { local, central };
}

type Field = readonly [bytes: 2 | 4, value: number];

function fields(...all: readonly Field[]): Buffer {
  return Buffer.concat(
    all.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      if (bytes === 2) field.writeUInt16LE(value);
      else field.writeUInt32LE(value);
      return field;
    }),
  );
}
