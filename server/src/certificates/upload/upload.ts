/** Reads the body of an upload in one pass: the file's bytes go to a sink, the fields are returned. */

import type { Readable } from 'node:stream';
import { AppError } from '../../kernel/errors.ts';
import type { BodyParser } from './body-parser.ts';
import { parseParameters } from './header-parameters.ts';
import { JsonParser } from './json.ts';
import { MultipartParser } from './multipart.ts';
import { emptyFile, type Fingerprint, type UploadTexts } from './upload-fields.ts';
import { UploadForm } from './upload-form.ts';

/** Takes the file's bytes. The blob store implements it, and hashes and stores them in one pass. */
export type UploadSink = {
  /** If it returns a promise, the next chunk may be written only after that resolves. */
  write(chunk: Uint8Array): Promise<void> | undefined;
};

type UploadLimits = {
  maxFileBytes: number;
  /** Counts what the parser holds in memory. If it returns a promise, reading goes on after that resolves. */
  hold?(bytes: number): Promise<void> | undefined;
};

export type UploadedForm = UploadTexts & {
  file: { name: string; mime: string; sizeBytes: number };
  /** The fingerprint, if there was no file; then no byte went to the sink. */
  fingerprint?: Fingerprint;
};

/**
 * Streams the body into `sink`. Rejects with an AppError for a body that cannot be certified, and with the
 * sink's own error unchanged. After a rejection nothing more is read or written, no listener is left, and the
 * request is only paused: the HTTP layer decides whether to drain or close it.
 */
export async function readUpload(
  body: Readable,
  contentType: string,
  contentLength: number | undefined,
  sink: UploadSink,
  limits: UploadLimits,
): Promise<UploadedForm> {
  const { parser, maxBodyBytes } = openParser(contentType, contentLength, limits);
  let bodyBytes = 0;
  const hold = () => limits.hold?.(parser.heldBytes);
  await pump(body, sink, hold, (chunk) => {
    bodyBytes += chunk.length;
    const pieces = parser.push(chunk);
    if (parser.fileBytes > limits.maxFileBytes || bodyBytes > maxBodyBytes) throw fileTooLarge(limits);
    return pieces;
  });
  const { file, ...texts } = parser.end();
  const sizeBytes = parser.fileBytes;
  if (sizeBytes === 0 && texts.fingerprint === undefined) throw emptyFile();
  return { ...texts, file: { ...file, sizeBytes } };
}

/** Refuses a request that its headers alone make invalid, before 100 Continue is sent. */
export function assertWorthSending(
  contentType: string,
  contentLength: number | undefined,
  limits: UploadLimits,
): void {
  openParser(contentType, contentLength, limits);
}

/** Whether the headers allow the body to be a fingerprint without a file. */
export function mayLackFile(contentType: string, contentLength: number | undefined): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(contentType) && (contentLength ?? 0) <= OVERHEAD_BYTES;
}

function openParser(contentType: string, contentLength: number | undefined, limits: UploadLimits) {
  const chosen = chooseParser(contentType, limits);
  if (contentLength !== undefined && contentLength > chosen.maxBodyBytes) throw fileTooLarge(limits);
  return chosen;
}

/** How many bytes everything besides the file may have. */
const OVERHEAD_BYTES = 1_048_576;

function chooseParser(
  contentType: string,
  limits: UploadLimits,
): { parser: BodyParser; maxBodyBytes: number } {
  const semicolon = contentType.indexOf(';');
  const typeEnd = semicolon < 0 ? contentType.length : semicolon;
  const parameters = parseParameters(contentType.slice(typeEnd));
  switch (contentType.slice(0, typeEnd).trim().toLowerCase()) {
    case 'multipart/form-data':
      return {
        parser: new MultipartParser(readBoundary(parameters), new UploadForm()),
        maxBodyBytes: limits.maxFileBytes + OVERHEAD_BYTES,
      };
    case 'application/json':
      if (!isUtf8OrUnspecified(parameters)) throw unsupportedType();
      return {
        parser: new JsonParser(),
        // The limit is twice the size of the base64, because PHP writes every `/` as `\/` and .NET every `+` as
        // `\u002B`, and a file of the maximum size must pass with any JSON library. The decoded bytes are counted
        // separately.
        maxBodyBytes: 2 * 4 * Math.ceil(limits.maxFileBytes / 3) + OVERHEAD_BYTES,
      };
    default:
      throw unsupportedType();
  }
}

/** The boundary: 1 to 70 characters of this set, the last of which is no space (RFC 2046 §5.1.1). */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/;

export function readBoundary(parameters: ReadonlyMap<string, string> | undefined): string {
  const boundary = parameters?.get('boundary');
  if (boundary !== undefined && BOUNDARY.test(boundary)) return boundary;
  throw new AppError('malformed_multipart', {
    en: 'Content-Type has no usable boundary; let the HTTP client set this header itself.',
    es: 'Content-Type no trae un boundary utilizable; deje que el cliente HTTP escriba este encabezado por sí mismo.',
  });
}

/** Whether the charset is allowed. JSON must be UTF-8 (RFC 8259 §8.1), and no other parameter is allowed. */
function isUtf8OrUnspecified(parameters: ReadonlyMap<string, string> | undefined): boolean {
  if (parameters === undefined || parameters.size > 1) return false;
  return parameters.size === 0 || parameters.get('charset')?.toLowerCase() === 'utf-8';
}

/**
 * Reads the body with plain `data` events, because an async iterator costs more than parsing it. Every outcome
 * removes the listeners, so that a late event of a dying socket or a slow sink can neither settle the promise again
 * nor become an unhandled rejection.
 */
export function pump(
  body: Readable,
  sink: UploadSink,
  hold: () => Promise<void> | undefined,
  parse: (chunk: Buffer) => Uint8Array[],
): Promise<void> {
  if (body.readableEnded) return Promise.resolve();
  if (body.destroyed) return Promise.reject(cutShort(body.errored));
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
      body.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
    };
    const fail = (error: unknown) => {
      if (isSettled) return;
      settle();
      body.pause();
      reject(error);
    };
    const onEnd = () => {
      settle();
      resolve();
    };
    const onCut = (cause?: unknown) => fail(cutShort(cause));
    const onData = (chunk: Buffer) => {
      try {
        const pieces = parse(chunk);
        const counting = hold();
        if (counting === undefined) write(pieces, 0);
        else {
          body.pause();
          counting.then(() => (isSettled ? undefined : write(pieces, 0))).catch(fail);
        }
      } catch (error) {
        fail(error);
      }
    };
    // A paused stream emits neither data nor end, so nothing overtakes a sink that asked to wait.
    const write = (pieces: Uint8Array[], from: number): void => {
      for (let i = from; i < pieces.length; i++) {
        const ready = sink.write(pieces[i] as Uint8Array);
        if (ready === undefined) continue;
        body.pause();
        ready.then(() => (isSettled ? undefined : write(pieces, i + 1))).catch(fail);
        return;
      }
      if (body.isPaused()) body.resume();
    };
    body.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
    body.resume();
  });
}

function unsupportedType(): AppError {
  return new AppError('unsupported_media_type', {
    en: 'Content-Type must be multipart/form-data (with a part named file) or application/json in UTF-8 (with file_name and file_base64, or sha256 for a fingerprint alone).',
    es: 'Content-Type debe ser multipart/form-data (con una parte llamada file) o application/json en UTF-8 (con file_name y file_base64, o sha256 para enviar solo la huella).',
  });
}

function fileTooLarge({ maxFileBytes }: UploadLimits): AppError {
  const bytes = maxFileBytes.toLocaleString('en-US');
  return new AppError('file_too_large', {
    en: `file may have at most ${bytes} bytes; send a smaller one.`,
    es: `file puede tener como máximo ${bytes} bytes; envíe uno más pequeño.`,
  });
}

function cutShort(cause: unknown): AppError {
  return new AppError(
    'bad_request',
    {
      en: 'The connection closed before the whole body had arrived; send the request again.',
      es: 'La conexión se cerró antes de que llegara el cuerpo completo; envíe la solicitud otra vez.',
    },
    { cause },
  );
}
