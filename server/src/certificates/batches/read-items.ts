/**
 * Reads and checks the items of a batch while the body arrives. Nothing is stored before the last item is checked.
 */

import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { declaredBytes, heldBodyOf, piecesOf, typeOfBody } from '../../http/bodies/held-body.ts';
import { malformedJson } from '../../http/bodies/json-errors.ts';
import { JsonLimits } from '../../http/bodies/json-limits.ts';
import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import { notAWish, type StampWish, stampWishIn } from '../shared-stamps/stamp-wish.ts';
import { isJsonField, UploadFields } from '../upload/upload-fields.ts';
import { type BatchItem, MAX_BATCH_BYTES, MAX_ITEMS } from './batch.ts';
import { ITEM_DEPTH, splitJson, splitLines } from './item-splitter.ts';

/** The limits of a body. They are enough for ten thousand full items, most of which use the same metadata keys. */
const MOST = { depth: ITEM_DEPTH, values: 1_500_000, names: 5_000 };

export type ReadItems = { items: BatchItem[]; stamp: StampWish; fingerprint: Uint8Array };

/**
 * Reads the items. `onBytes` gets the body as it arrives. The fingerprint of the request is the same for both
 * encodings.
 */
export async function readItems(
  newId: NewId,
  request: FastifyRequest,
  onBytes: ((chunk: Uint8Array) => void) | undefined,
  asked: StampWish | undefined,
): Promise<ReadItems> {
  const split = splitterFor(typeOfBody(request));
  const declared = declaredBytes(request);
  if (declared > MAX_BATCH_BYTES) throw tooLarge();
  const held = heldBodyOf(request);
  await held.assertRoomFor(TEXT_COST * declared);
  let cost = 0;
  const items: BatchItem[] = [];
  const externalIds = new Map<string, number>();
  const hash = createHash('sha256').update('batch\n');
  const limits = new JsonLimits(MOST);
  const take = (text: Buffer) => {
    const place = items.length;
    if (place === MAX_ITEMS) throw wrongCount();
    const asked = nameItem(place, () => readItem(text, limits));
    if (asked.externalId !== undefined) assertNew(externalIds, asked.externalId, place);
    hash.update(JSON.stringify(asked)).update('\n');
    items.push({ id: newId('cert'), ...asked });
    cost += costOf(text, asked);
  };
  const splitter = split(take, limits);
  let bytes = 0;
  for await (const chunk of piecesOf(request)) {
    bytes += chunk.length;
    if (bytes > MAX_BATCH_BYTES) throw tooLarge();
    onBytes?.(chunk);
    splitter.push(chunk);
    const counting = held.reach(cost + splitter.heldBytes());
    if (counting !== undefined) await counting;
  }
  splitter.end();
  if (items.length === 0) throw wrongCount();
  const stamp = wishOf(asked, splitter.stamp?.());
  // Only `shared` is hashed, so that all other batches keep the fingerprint that they had before this field existed.
  if (stamp === 'shared') hash.update('stamp: shared\n');
  return { items, stamp, fingerprint: hash.digest() };
}

/**
 * NDJSON can carry the wish only in the address, JSON also beside `items`. If both are sent and differ, the batch is
 * refused.
 */
function wishOf(asked: StampWish | undefined, sent: unknown): StampWish {
  if (sent === undefined || sent === null) return asked ?? 'own';
  if (typeof sent !== 'string') throw notAWish();
  const wish = stampWishIn(sent);
  if (asked === undefined || asked === wish) return wish;
  throw invalidField(
    '`stamp`',
    'says one thing in the address and another in the body; send it once.',
    'dice una cosa en la dirección y otra en el cuerpo; envíelo una sola vez.',
  );
}

function splitterFor(type: string): typeof splitJson {
  switch (type) {
    case 'application/json':
      return splitJson;
    case 'application/x-ndjson':
    case 'application/ndjson':
      return splitLines;
    default:
      throw new AppError('unsupported_media_type', {
        en: 'Send the items as application/json ({"items": […]}) or application/x-ndjson (one item per line).',
        es: 'Envíe los elementos como application/json ({"items": […]}) o application/x-ndjson (uno por línea).',
      });
  }
}

function readItem(text: Buffer, limits: JsonLimits): Omit<BatchItem, 'id'> {
  const given = parseItem(text, limits);
  const fields = new UploadFields();
  for (const [name, value] of Object.entries(given)) if (isJsonField(name)) fields.keepJson(name, value);
  if (fields.get('file_base64') !== undefined) {
    throw invalidField(
      'file_base64',
      'cannot be sent in a batch; send sha256, or each file in a call of its own.',
      'no se puede enviar en un lote; envíe sha256, o cada archivo en su propia llamada.',
    );
  }
  if ('stamp' in given) {
    throw invalidField(
      '`stamp`',
      'is for the whole batch; send it beside `items`, not inside one of them.',
      'es de todo el lote; envíelo junto a `items`, no dentro de un elemento.',
    );
  }
  const absent = ['file_name', 'sha256'].find((name) => fields.get(name) === undefined);
  if (absent !== undefined) {
    throw invalidField(
      `\`${absent}\``,
      'is missing; each item of a batch needs file_name and sha256.',
      'falta; cada elemento de un lote necesita file_name y sha256.',
    );
  }
  const { name, mime } = fields.file();
  const { sha256, sizeBytes } = fields.fingerprint();
  const { title = name, description, documentType, externalId, metadata } = fields.texts();
  const sorted = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    sha256,
    name,
    mime,
    ...(sizeBytes !== undefined && { sizeBytes }),
    title,
    ...(description !== undefined && { description }),
    ...(documentType !== undefined && { documentType }),
    ...(externalId !== undefined && { externalId }),
    ...(sorted.length > 0 && { metadata: Object.fromEntries(sorted) }),
  };
}

function parseItem(text: Buffer, limits: JsonLimits): object {
  let given: unknown;
  try {
    given = limits.parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The cause is left out, because its message quotes the caller's text, which must not be logged.
    throw malformedJson('an item is not JSON in UTF-8', 'un elemento no es JSON en UTF-8');
  }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw invalidField(
    'the item',
    'must be an object with sha256 and file_name.',
    'debe ser un objeto con sha256 y file_name.',
  );
}

/** A string with any character beyond Latin-1 takes two bytes per character. */
const TEXT_COST = 2;

/** How much memory an item takes: itself, its texts, and a table of its metadata. */
function costOf(text: Buffer, { metadata }: Omit<BatchItem, 'id'>): number {
  const names = metadata === undefined ? 0 : Object.keys(metadata).length;
  return 1_000 + TEXT_COST * text.length + 100 * names;
}

/** Reads one item. If it is refused, puts its place in front of the message. */
function nameItem<T>(place: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { en, es } = error.text;
    throw new AppError(error.code, { en: `items[${place}]: ${en}`, es: `items[${place}]: ${es}` });
  }
}

function assertNew(seen: Map<string, number>, externalId: string, place: number): void {
  const before = seen.get(externalId);
  if (before !== undefined) {
    throw invalidField(
      `items[${place}]: \`external_id\``,
      `is the same as that of items[${before}]; give each item its own.`,
      `es el mismo que el de items[${before}]; dé uno propio a cada elemento.`,
    );
  }
  seen.set(externalId, place);
}

function wrongCount(): AppError {
  return invalidField(
    '`items`',
    'must have 1 to 10,000 entries; send more in further batches.',
    'debe tener de 1 a 10,000 elementos; envíe los demás en otros lotes.',
  );
}

function tooLarge(): AppError {
  return new AppError('file_too_large', {
    en: 'The body of a batch may have at most 52,428,800 bytes; send it in several batches.',
    es: 'El cuerpo de un lote puede tener como máximo 52,428,800 bytes; envíelo en varios lotes.',
  });
}
