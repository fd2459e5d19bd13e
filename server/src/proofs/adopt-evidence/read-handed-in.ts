/** Reads a constancia that is sent as a form with its file, or as JSON with the file's hash. */

import { createHash } from 'node:crypto';
import { parseBase64 } from '@sello/proof';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '../../certificates/certificate.ts';
import type { ReceivedFile } from '../../certificates/certify-file.ts';
import type { Incoming } from '../../certificates/upload/certify-upload.ts';
import { parseParameters } from '../../certificates/upload/header-parameters.ts';
import { MultipartParser } from '../../certificates/upload/multipart.ts';
import { pump, readBoundary } from '../../certificates/upload/upload.ts';
import { emptyFile, UploadFields } from '../../certificates/upload/upload-fields.ts';
import {
  assertSha256Field,
  openContentDigest,
  watchContentDigest,
} from '../../http/bodies/content-digest.ts';
import { declaredBytes, heldBodyOf, readWholeBody, typeOfBody } from '../../http/bodies/held-body.ts';
import { malformedJson } from '../../http/bodies/json-errors.ts';
import { JsonLimits } from '../../http/bodies/json-limits.ts';
import { assertPlainBody } from '../../http/bodies/unread-bodies.ts';
import { expectsContinue } from '../../http/connection/expect-continue.ts';
import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { AdoptForm, evidenceMissing, evidenceTooLarge, type HandedIn } from './adopt-form.ts';

/** The most that the constancia and the fields may add to the size of the file. */
const OVERHEAD_BYTES = 5 * 1024 * 1024;
/** A constancia in base64, with its fields. */
const MAX_JSON_BYTES = 6 * 1024 * 1024;
const MOST_IN_JSON = { depth: 16, values: 2_000, names: 1_000 };

export type Received = {
  evidence: HandedIn['evidence'];
  file: ReceivedFile;
  /** The longer digests of a file that was sent. A stamp over one of these cannot be compared with a SHA-256. */
  longDigests: LongDigestsOf;
};

type LongDigestsOf = Readonly<Partial<Record<'SHA-384' | 'SHA-512', Uint8Array>>>;

export async function readHandedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  incoming: Incoming,
): Promise<Received> {
  assertPlainBody(request);
  switch (typeOfBody(request)) {
    case 'multipart/form-data':
      return readForm(request, reply, incoming);
    case 'application/json':
      return received(await readJson(request, reply), undefined);
    default:
      throw unsupportedType();
  }
}

async function readForm(request: FastifyRequest, reply: FastifyReply, incoming: Incoming): Promise<Received> {
  const { heldContentType: type } = request;
  const digest = watchContentDigest(request);
  const parser = new MultipartParser(
    readBoundary(parseParameters(type.slice(type.indexOf(';')))),
    new AdoptForm(),
  );
  const mostBytes = MAX_FILE_BYTES + OVERHEAD_BYTES;
  if (declaredBytes(request) > mostBytes) throw fileTooLarge();
  if (expectsContinue(request.raw)) reply.raw.writeContinue();
  const held = heldBodyOf(request);
  const long = { 'SHA-384': createHash('sha384'), 'SHA-512': createHash('sha512') };
  let bodyBytes = 0;
  await pump(
    request.raw,
    incoming,
    () => held.reach(parser.heldBytes),
    (chunk) => {
      bodyBytes += chunk.length;
      const pieces = parser.push(chunk);
      if (parser.fileBytes > MAX_FILE_BYTES || bodyBytes > mostBytes) throw fileTooLarge();
      for (const piece of pieces) for (const hash of Object.values(long)) hash.update(piece);
      return pieces;
    },
  );
  const handedIn = parser.end();
  digest?.assertMatches(undefined);
  if (handedIn.file === undefined) return received(handedIn, undefined);
  if (parser.fileBytes === 0) throw emptyFile();
  const blob = incoming.blob();
  const { sha256, sizeBytes } = blob.finish();
  assertSha256Field(handedIn.fields.get('sha256'), sha256);
  const longDigests = {
    'SHA-384': Uint8Array.from(long['SHA-384'].digest()),
    'SHA-512': Uint8Array.from(long['SHA-512'].digest()),
  };
  return received(handedIn, { blob, sha256, sizeBytes }, longDigests);
}

async function readJson(request: FastifyRequest, reply: FastifyReply): Promise<HandedIn> {
  const digest = openContentDigest(request);
  if (declaredBytes(request) <= MAX_JSON_BYTES && expectsContinue(request.raw)) reply.raw.writeContinue();
  const text = await readWholeBody(request, {
    maxBytes: MAX_JSON_BYTES,
    tooLarge: evidenceTooLarge,
    ...(digest !== undefined && { onPiece: digest.update }),
  });
  digest?.assertMatches(undefined);
  const { evidence_base64: evidence, evidence_name: name, ...rest } = objectIn(text);
  const fields = new UploadFields();
  for (const [field, value] of Object.entries(rest)) {
    if (JSON_FIELDS.includes(field)) fields.keepJson(field, value);
  }
  if (evidence === undefined || evidence === null) throw evidenceMissing();
  const bytes = typeof evidence === 'string' ? parseBase64(evidence) : undefined;
  if (bytes === undefined || bytes.length === 0) throw invalidBase64();
  return { evidence: { name: typeof name === 'string' ? name : '.asn1', bytes }, fields, file: undefined };
}

const JSON_FIELDS = [
  'sha256',
  'file_name',
  'file_mime',
  'file_size',
  'title',
  'description',
  'document_type',
  'external_id',
  'metadata',
  'seal',
  'stamp',
];

function objectIn(text: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = new JsonLimits(MOST_IN_JSON).parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw malformedJson('it cannot be read', 'no se puede leer');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw malformedJson('it is no object', 'no es un objeto');
}

/** Without the file, the caller may give its name; the default is the name of the constancia. */
function received(
  { evidence, fields, file }: HandedIn,
  sent: Pick<Extract<ReceivedFile, { blob: object }>, 'blob' | 'sha256' | 'sizeBytes'> | undefined,
  longDigests: LongDigestsOf = {},
): Received {
  const { sha256: _, seal, stamp, ...texts } = fields.texts();
  if (seal !== undefined) throw nothingToStamp('`seal`');
  if (stamp === 'shared') throw nothingToStamp('`stamp`');
  const name = file?.name ?? fields.get('file_name') ?? (evidence.name.slice(0, 255) || 'constancia.asn1');
  const mime = file?.mime ?? fields.get('file_mime') ?? 'application/octet-stream';
  const described = { ...texts, name, mime, title: texts.title ?? name };
  if (sent !== undefined) return { evidence, file: { ...described, ...sent }, longDigests };
  if (fields.get('sha256') === undefined) throw documentMissing();
  return { evidence, file: { ...described, ...fields.fingerprint(), blob: undefined }, longDigests };
}

function nothingToStamp(field: string): AppError {
  return invalidField(
    field,
    'is for files that are stamped here; leave it out when you adopt a constancia.',
    'es para archivos que se sellan aquí; omítalo al adoptar una constancia.',
  );
}

function documentMissing(): AppError {
  return invalidField(
    'file',
    'is missing; send the document as file, or its sha256.',
    'falta; envíe el documento como file, o su sha256.',
  );
}

function invalidBase64(): AppError {
  return new AppError('invalid_base64', {
    en: '`evidence_base64` must be the constancia in base64: standard alphabet, with padding and without line breaks.',
    es: '`evidence_base64` debe ser la constancia en base64: alfabeto estándar, con relleno y sin saltos de línea.',
  });
}

function unsupportedType(): AppError {
  return new AppError('unsupported_media_type', {
    en: 'Content-Type must be multipart/form-data (with a part named evidence, and file or sha256) or application/json in UTF-8 (with evidence_base64 and sha256).',
    es: 'Content-Type debe ser multipart/form-data (con una parte llamada evidence, y file o sha256) o application/json en UTF-8 (con evidence_base64 y sha256).',
  });
}

function fileTooLarge(): AppError {
  const bytes = MAX_FILE_BYTES.toLocaleString('en-US');
  return new AppError('file_too_large', {
    en: `file may have at most ${bytes} bytes; send the sha256 of a larger file.`,
    es: `file puede tener como máximo ${bytes} bytes; de un archivo mayor envíe el sha256.`,
  });
}
