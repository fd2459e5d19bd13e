/** The fields of a certificate as they arrive, in either encoding and in any order. */

import { JsonLimits } from '../../http/bodies/json-limits.ts';
import { assertMetadata, tooManyKeys } from '../../http/metadata.ts';
import { assertText, invalidField, type TextRule } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { parseSha256Hex, type Sha256Hex } from '../../kernel/sha256.ts';
import { SEAL_WISHES, type SealWish } from '../sealing/seal.ts';
import { type StampWish, stampWishIn } from '../shared-stamps/stamp-wish.ts';
import { assertFileName, assertMediaType } from './upload-text.ts';

const TEXT_FIELDS: ReadonlyMap<string, TextRule> = new Map([
  ['title', { maxChars: 500, multiline: false }],
  ['description', { maxChars: 5_000, multiline: true }],
  ['document_type', { maxChars: 100, multiline: false }],
  ['external_id', { maxChars: 100, multiline: false }],
  // Here it is only checked as text. Whether it is a digest is checked when it is compared.
  ['sha256', { maxChars: 255, multiline: false }],
  ['seal', { maxChars: 100, multiline: false }],
  ['stamp', { maxChars: 100, multiline: false }],
]);

const JSON_FIELDS = ['file_name', 'file_mime', 'file_size', 'file_base64'];

/** Whether a field is a text. In a multipart body it may also be a part. */
export function isTextField(name: string): boolean {
  return TEXT_FIELDS.has(name) || name === 'metadata';
}

export function isJsonField(name: string): boolean {
  return isTextField(name) || JSON_FIELDS.includes(name);
}

/** The fields that both encodings of an upload share. Undefined means not sent. */
export type UploadTexts = {
  title: string | undefined;
  description: string | undefined;
  documentType: string | undefined;
  externalId: string | undefined;
  metadata: Record<string, string>;
  /** The sealed copy that is requested too. */
  seal: SealWish | undefined;
  stamp: StampWish;
  /** The caller's own digest of the file, as sent. */
  sha256: string | undefined;
};

/** A file of which only the fingerprint was sent. */
export type Fingerprint = {
  sha256: Sha256Hex;
  /** The size that the caller stated. */
  sizeBytes: number | undefined;
};

export class UploadFields {
  readonly #seen = new Set<string>();
  readonly #texts = new Map<string, string>();
  #metadata: Record<string, string> = {};
  #statedSize: unknown;

  /** Refuses a repeated field: without an error one of the values would be used, and parsers differ in which. */
  claim(name: string): void {
    if (this.#seen.has(name)) {
      throw invalidField(
        name,
        'was sent more than once; send it once.',
        'se envió más de una vez; envíelo una sola vez.',
      );
    }
    this.#seen.add(name);
  }

  /** Forms send their empty inputs too, so what cannot be empty counts as not sent. */
  keepPart(name: string, value: string): void {
    if (value !== '' || !['external_id', 'sha256'].includes(name)) this.keep(name, value);
  }

  keep(name: string, value: string): void {
    if (name === 'metadata') {
      this.#metadata = metadataIn(value);
      return;
    }
    const rule = TEXT_FIELDS.get(name);
    if (rule !== undefined) assertText(name, value, rule);
    if (name === 'external_id' && value.trim() === '') throw blankId();
    // An empty value counts as not sent.
    if (name === 'title' && value !== '' && value.trim() === '') throw blankTitle();
    this.#texts.set(name, value);
  }

  keepJson(name: string, value: unknown): void {
    // Many clients send `null` for an omitted field; a missing file_name is noticed at the end.
    if (value === null) return;
    if (name === 'file_size') {
      // The size means nothing beside a file, so it is checked only without one.
      this.#statedSize = value;
      return;
    }
    if (name === 'metadata') {
      this.#metadata = metadataOf(value);
      return;
    }
    if (typeof value !== 'string') throw notText(name);
    if (name === 'file_name') assertFileName(name, value);
    if (name === 'file_mime') assertMediaType(name, value);
    this.keep(name, value);
  }

  get(name: string): string | undefined {
    return this.#texts.get(name);
  }

  texts(): UploadTexts {
    return {
      // An empty title counts as not sent: forms send their empty inputs too.
      title: this.get('title') || undefined,
      description: this.get('description'),
      documentType: this.get('document_type'),
      externalId: this.get('external_id'),
      metadata: this.#metadata,
      seal: sealIn(this.get('seal')),
      stamp: stampWishIn(this.get('stamp')),
      sha256: this.get('sha256'),
    };
  }

  file(): { name: string; mime: string } {
    const name = this.get('file_name');
    if (name === undefined) throw missing('file_name');
    return { name, mime: this.get('file_mime') ?? 'application/octet-stream' };
  }

  /** The fingerprint, for a body without the file. */
  fingerprint(): Fingerprint {
    const given = this.get('sha256');
    if (given === undefined) throw missing('sha256');
    const sha256 = parseSha256Hex(given);
    if (sha256 === undefined) {
      throw invalidField(
        '`sha256`',
        'must have 64 hexadecimal characters.',
        'debe tener 64 caracteres hexadecimales.',
      );
    }
    if (this.texts().seal !== undefined) throw sealNeedsFile();
    if (sha256 === EMPTY_SHA256 || this.#statedSize === 0) throw emptyFile();
    return { sha256, sizeBytes: sizeOf(this.#statedSize) };
  }
}

const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function sizeOf(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
  throw invalidField(
    '`file_size`',
    'must be a whole number of bytes, or left out.',
    'debe ser un número entero de bytes; si no lo sabe, omítalo.',
  );
}

/**
 * The limits of the metadata's JSON. They are well above fifty texts, so that slightly too many get the message about
 * that limit.
 */
const MOST = { depth: 16, values: 2_000, names: 1_000 };

function metadataIn(text: string): Record<string, string> {
  // Forms send their empty inputs too, so an empty value counts as not sent.
  if (text === '') return {};
  try {
    return metadataOf(new JsonLimits(MOST).parse(Buffer.from(text)));
  } catch (error) {
    if (error instanceof AppError) throw error;
    // The cause is left out, because its message quotes the caller's text, which must not be logged.
    throw notMetadata();
  }
}

function metadataOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notMetadata();
  const entries: [string, string][] = [];
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string') throw notText(`\`metadata.${key.slice(0, 40)}\``);
    entries.push([key, text]);
  }
  if (entries.length > 50) throw tooManyKeys();
  const metadata = Object.fromEntries(entries);
  assertMetadata(metadata);
  return metadata;
}

function notMetadata(): AppError {
  return invalidField(
    '`metadata`',
    'must be a JSON object of texts, such as {"order":"1042"}.',
    'debe ser un objeto JSON de textos, como {"pedido":"1042"}.',
  );
}

export function notText(field: string): AppError {
  return invalidField(field, 'must be a string.', 'debe ser una cadena de texto.');
}

function blankId(): AppError {
  return invalidField(
    '`external_id`',
    'must have 1 to 100 characters and not be blank; leave it out if there is none.',
    'debe tener de 1 a 100 caracteres y no estar en blanco; omítalo si no lo hay.',
  );
}

function blankTitle(): AppError {
  return invalidField(
    '`title`',
    'must not be blank; leave it out to use the name of the file.',
    'no debe estar en blanco; omítalo para usar el nombre del archivo.',
  );
}

/** Forms send their empty inputs too, so an empty value counts as not sent. */
function sealIn(value: string | undefined): SealWish | undefined {
  if (value === undefined || value === '') return undefined;
  const wish = SEAL_WISHES.find((one) => one === value);
  if (wish !== undefined) return wish;
  throw invalidField(
    '`seal`',
    'must be pdf or pdf_if_possible; leave it out if no sealed copy is wanted.',
    'debe ser pdf o pdf_if_possible; omítalo si no quiere una copia sellada.',
  );
}

function sealNeedsFile(): AppError {
  return invalidField(
    '`seal`',
    'needs the file, because the stamp goes into it; send the PDF in a call of its own, or leave out `seal`.',
    'necesita el archivo, porque el sello va dentro; envíe el PDF en su propia llamada u omita `seal`.',
  );
}

function missing(field: string): AppError {
  return field === 'file_name'
    ? invalidField(
        field,
        'is missing; send file_name and file_base64, or file_name and sha256 for a fingerprint alone.',
        'falta; envíe file_name y file_base64, o file_name y sha256 para enviar solo la huella.',
      )
    : invalidField(
        'file_base64',
        'is missing; send file_name and file_base64, or file_name and sha256 for a fingerprint alone.',
        'falta; envíe file_name y file_base64, o file_name y sha256 para enviar solo la huella.',
      );
}

export function emptyFile(): AppError {
  return new AppError('empty_file', {
    en: 'file is empty; send a file with at least one byte.',
    es: 'file está vacío; envíe un archivo de al menos un byte.',
  });
}
