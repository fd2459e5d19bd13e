/** Reads and checks the items of a batch while the body arrives; nothing is stored before the last one is good. */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import { malformedJson } from '../upload/json-errors.ts';
import { isJsonField, UploadFields } from '../upload/upload-fields.ts';
import { type BatchItem, MAX_BATCH_BYTES, MAX_ITEMS } from './batch.ts';
import { splitJson, splitLines } from './item-splitter.ts';

export type ReadItems = { items: BatchItem[]; fingerprint: Uint8Array };

/** `onBytes` sees the body as it is. The fingerprint is the same for both encodings. */
export async function readItems(
  newId: NewId,
  body: Readable,
  contentType: string,
  declaredBytes: number | undefined,
  onBytes: ((chunk: Uint8Array) => void) | undefined,
): Promise<ReadItems> {
  const split = splitterFor(contentType);
  if ((declaredBytes ?? 0) > MAX_BATCH_BYTES) throw tooLarge();
  const items: BatchItem[] = [];
  const externalIds = new Map<string, number>();
  const hash = createHash('sha256').update('batch\n');
  const splitter = split((text) => {
    const place = items.length;
    if (place === MAX_ITEMS) throw wrongCount();
    const asked = nameItem(place, () => readItem(text));
    if (asked.externalId !== undefined) assertNew(externalIds, asked.externalId, place);
    hash.update(JSON.stringify(asked)).update('\n');
    items.push({ id: newId('cert'), ...asked });
  });
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BATCH_BYTES) throw tooLarge();
    onBytes?.(chunk);
    splitter.push(chunk);
  }
  splitter.end();
  if (items.length === 0) throw wrongCount();
  return { items, fingerprint: hash.digest() };
}

function splitterFor(contentType: string): typeof splitJson {
  switch (contentType.split(';')[0]?.trim().toLowerCase()) {
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

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readItem(text: Buffer): Omit<BatchItem, 'id'> {
  const given = parseItem(text);
  const fields = new UploadFields();
  for (const [name, value] of Object.entries(given)) if (isJsonField(name)) fields.keepJson(name, value);
  if (fields.get('file_base64') !== undefined) {
    throw invalidField(
      'file_base64',
      'cannot be sent in a batch; send sha256, or each file in a call of its own.',
      'no se puede enviar en un lote; envíe sha256, o cada archivo en su propia llamada.',
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

function parseItem(text: Buffer): object {
  let given: unknown;
  try {
    given = JSON.parse(utf8.decode(text));
  } catch {
    // Without the cause: its message quotes the caller's text, which must not be logged.
    throw malformedJson('an item is not JSON in UTF-8', 'un elemento no es JSON en UTF-8');
  }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  throw invalidField(
    'the item',
    'must be an object with sha256 and file_name.',
    'debe ser un objeto con sha256 y file_name.',
  );
}

/** The refusal of one item, with its place in front. */
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
