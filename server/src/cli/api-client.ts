/** Client of the public API: one key, retries, nothing certified twice by accident. */

import { createReadStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import type { CertificateRecord } from '../certificates/certificate-record.ts';
import { CommandFailed } from './usage.ts';

export type FileToCertify = { path: string; name: string; sizeBytes: number; sha256: string };

export type TableToPost = {
  name: string;
  content: Uint8Array;
  type: 'text/csv' | 'application/json';
  idempotencyKey: string;
};

/** What became of the rows of a roster or an import. */
export type PostingReport = {
  id: string | null;
  summary: { rows: number; created: number; duplicate: number; rejected: number };
  encoding: string | null;
  ignored_columns: string[];
  problems: {
    row: number;
    status: string;
    error: string | null;
    message: string | null;
    member_id?: string | null;
    award_id?: string | null;
  }[];
};

export type ApiClient = {
  /** Uploads and certifies; repeating the same file within a day returns the same certificate. */
  certify(file: FileToCertify, onProgress: (sentBytes: number) => void): Promise<CertificateRecord>;
  nom151(id: string): Promise<{ tsr: Uint8Array; chainPem: string }>;
  certificate(id: string): Promise<CertificateRecord>;
  /** A raw proof, or undefined while it is not ready. */
  rawProof(id: string, type: 'bundle' | 'blockchain'): Promise<Uint8Array | undefined>;
  /** Posts rows and returns the answer. */
  postTable(path: string, table: TableToPost, onProgress: (sentBytes: number) => void): Promise<unknown>;
  close(): Promise<void>;
};

const MAX_TRIES = 6;
const LONGEST_PAUSE_MS = 60_000;

/** Statuses worth a retry: limits, a provider or store that is down, a broken network. */
const PASSING = [408, 429, 500, 502, 503, 504];

/** Address, key and HTTP agent of every request. */
type Connection = { root: string; apiKey: string; dispatcher: Dispatcher; say: (line: string) => void };

type ApiRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  /** Called again for every try. */
  body?: () => AsyncIterable<Uint8Array>;
};

type Answer = Dispatcher.ResponseData;

export function makeApiClient(baseUrl: string, apiKey: string, say: (line: string) => void): ApiClient {
  // Five minutes without a byte: a provider may be slow, and a large upload even slower.
  const dispatcher = new Agent({ headersTimeout: 300_000, bodyTimeout: 300_000 });
  const connection = { root: `${baseUrl.replace(/\/+$/, '')}/api/public/v1`, apiKey, dispatcher, say };
  return {
    certify: (file, onProgress) => certify(connection, file, onProgress),

    async nom151(id) {
      const { proof } = (await read(connection, `/certificates/${id}/proof?type=nom151`)) as {
        proof: { tsr_base64: string; chain_pem: string };
      };
      return { tsr: Buffer.from(proof.tsr_base64, 'base64'), chainPem: proof.chain_pem };
    },

    async certificate(id) {
      return ((await read(connection, `/certificates/${id}`)) as { certificate: CertificateRecord })
        .certificate;
    },

    async rawProof(id, type) {
      const answer = await send(connection, {
        method: 'GET',
        path: `/certificates/${id}/proof?type=${type}&format=raw`,
      });
      if (answer.statusCode === 200) return Buffer.from(await answer.body.arrayBuffer());
      const text = await answer.body.text();
      if (answer.statusCode === 409) return undefined;
      throw new CommandFailed(messageIn(text));
    },

    postTable: (path, table, onProgress) => postTable(connection, path, table, onProgress),

    close: () => dispatcher.close(),
  };
}

async function certify(
  connection: Connection,
  file: FileToCertify,
  onProgress: (sentBytes: number) => void,
): Promise<CertificateRecord> {
  const form = multipartAround(file);
  const answer = await send(connection, {
    method: 'POST',
    path: '/certificates',
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': String(form.head.length + file.sizeBytes + form.tail.length),
      'idempotency-key': idempotencyKey(file),
    },
    body: () => form.body(onProgress),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 201) throw new CommandFailed(messageIn(text));
  return (JSON.parse(text) as { certificate: CertificateRecord }).certificate;
}

async function postTable(
  connection: Connection,
  path: string,
  table: TableToPost,
  onProgress: (sentBytes: number) => void,
): Promise<unknown> {
  const answer = await send(connection, {
    method: 'POST',
    path,
    headers: {
      'content-type': table.type,
      'content-length': String(table.content.length),
      'idempotency-key': table.idempotencyKey,
    },
    body: () => slicesOf(table.content, onProgress),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200 && answer.statusCode !== 201) throw new CommandFailed(messageIn(text));
  return JSON.parse(text);
}

async function* slicesOf(
  content: Uint8Array,
  onProgress: (sentBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < content.length; sent += 1 << 18) {
    yield content.subarray(sent, sent + (1 << 18));
    onProgress(Math.min(content.length, sent + (1 << 18)));
  }
}

async function read(connection: Connection, path: string): Promise<unknown> {
  const answer = await send(connection, { method: 'GET', path });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new CommandFailed(messageIn(text));
  return JSON.parse(text);
}

/** Retries transient failures, and reports each retry. */
async function send(connection: Connection, apiRequest: ApiRequest): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await sendOnce(connection, apiRequest).catch((error: Error) => error);
    if (!(answer instanceof Error) && !isPassing(apiRequest.path, answer)) return answer;
    const why =
      answer instanceof Error
        ? answer.message
        : `the server answered ${answer.statusCode}: ${messageIn(await answer.body.text())}`;
    if (tries === MAX_TRIES) throw new CommandFailed(`Gave up after ${MAX_TRIES} tries: ${why}`);
    const wanted = answer instanceof Error ? undefined : answer.headers['retry-after'];
    const pauseMs = retryAfterMs(wanted, tries);
    connection.say(`${why} — trying again in ${Math.ceil(pauseMs / 1000)} s`);
    await sleep(Math.min(pauseMs, LONGEST_PAUSE_MS));
  }
}

function sendOnce(
  { root, apiKey, dispatcher }: Connection,
  { method, path, headers, body }: ApiRequest,
): Promise<Answer> {
  return request(root + path, {
    method,
    dispatcher,
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
    ...(body && { body: body() as never }),
  });
}

/**
 * A conflict passes only where the server says when: an idempotency key in use does, a closed course does not. A proof
 * that is not ready is an answer.
 */
function isPassing(path: string, { statusCode, headers }: Answer): boolean {
  if (statusCode === 409) return headers['retry-after'] !== undefined && !path.includes('/proof?');
  return PASSING.includes(statusCode);
}

/** Derived from the file alone, so that repeating an interrupted run does not certify a file twice. */
function idempotencyKey({ name, sha256 }: FileToCertify): string {
  return `certify-${sha256}-${Buffer.from(name).toString('base64url').slice(0, 150)}`;
}

function retryAfterMs(header: string | string[] | undefined, tries: number): number {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 500 * 2 ** tries;
}

function messageIn(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: string }).message ?? text);
  } catch {
    return text.slice(0, 200);
  }
}

const BOUNDARY = 'sello-certify-8f2b6d10c4a94e7f';

function multipartAround(file: FileToCertify) {
  const name = file.name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
  const head = Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="sha256"\r\n\r\n${file.sha256}\r\n` +
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  return {
    head,
    tail,
    async *body(onProgress: (sentBytes: number) => void): AsyncGenerator<Uint8Array> {
      yield head;
      let sent = 0;
      for await (const chunk of createReadStream(file.path, {
        highWaterMark: 1 << 18,
      }) as AsyncIterable<Buffer>) {
        yield chunk;
        sent += chunk.length;
        onProgress(sent);
      }
      yield tail;
    },
  };
}
