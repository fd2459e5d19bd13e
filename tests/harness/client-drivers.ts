/** All clients of the API behind one interface, so that one table of tests demands the same of each. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  Sello,
  SelloError,
  type SelloOptions,
  verifyWebhook,
  WebhookVerificationError,
} from '@sello/sdk/source';

type Call = { method: string; ids?: string[]; body?: object; query?: object; key?: string };
type Certify = {
  path?: string;
  /** Bytes as base64. */
  file?: string;
  stream?: string[];
  sha256?: string;
  file_name?: string;
  title?: string;
  external_id?: string;
  metadata?: Record<string, string>;
  seal?: 'pdf' | 'pdf_if_possible';
  hashOnly?: boolean;
  key?: string;
};

export type Step =
  | ({ do: 'call' } & Call)
  | ({ do: 'list'; most?: number; page?: boolean } & Call)
  | ({ do: 'certify' } & Certify)
  | { do: 'wait'; id: string; seconds: number }
  | { do: 'save'; id: string; type: ProofType; path: string; overwrite?: boolean }
  | { do: 'bytes'; id: string; type: ProofType }
  | { do: 'verify'; sha256?: string; path?: string }
  | { do: 'verifyMany'; hashes: string[] }
  | { do: 'request'; verb: string; path: string; query?: Record<string, unknown> }
  | { do: 'webhook'; headers: Record<string, string>; body: string; secret: string | string[]; now: number };

type ProofType = 'nom151' | 'bundle' | 'constancia' | 'blockchain';

export type Opening = { apiKey?: string; baseUrl?: string; maxRetries?: number; language?: 'en' | 'es' };

export type Told = {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  result?: any;
  error?: { code: string; status?: number; message: string; requestId?: string; retryAfter?: number };
  /** The pauses that the client has requested so far, in milliseconds. The tests skip them. */
  pauses: number[];
  /** The request ids of all answers so far. */
  requestIds: (string | null)[];
};

export type Driver = { do(step: Step): Promise<Told>; close(): Promise<void> };

export type OpenDriver = (opening: Opening, env?: Record<string, string>) => Promise<Driver>;

export const CLIENTS: readonly { name: string; open: OpenDriver }[] = [
  { name: 'TypeScript', open: openSdk },
  { name: 'Python', open: openPython },
];

// ── TypeScript ───────────────────────────────────────────────────────────────

async function openSdk(opening: Opening, env: Record<string, string> = {}): Promise<Driver> {
  const pauses: number[] = [];
  const requestIds: (string | null)[] = [];
  const options: Partial<SelloOptions> = {
    ...opening,
    onResponse: ({ requestId }) => requestIds.push(requestId ?? null),
    runtime: { random: () => 0.5, sleep: async (ms) => void pauses.push(ms) },
  };
  const sello = inEnvironment(env, () => new Sello(options));
  return {
    async do(step) {
      try {
        return { result: (await runStep(sello, step)) ?? null, pauses, requestIds };
      } catch (error) {
        return { error: toldOf(error), pauses, requestIds };
      }
    },
    async close() {},
  };
}

function inEnvironment<Result>(env: Record<string, string>, work: () => Result): Result {
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    return work();
  } finally {
    for (const name of Object.keys(env)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

function toldOf(error: unknown): NonNullable<Told['error']> {
  if (error instanceof SelloError) {
    const { code, status, message, requestId, retryAfter } = error;
    return { code, status, message, ...(requestId && { requestId }), ...(retryAfter && { retryAfter }) };
  }
  if (error instanceof TypeError || error instanceof WebhookVerificationError)
    return { code: error.name, message: error.message };
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EEXIST') return { code: 'FileExistsError', message: String(error) };
  if (code === 'ENOENT') return { code: 'FileNotFoundError', message: String(error) };
  throw error;
}

async function runStep(sello: Sello, step: Step): Promise<unknown> {
  switch (step.do) {
    case 'call':
      return call(sello, step);
    case 'list': {
      const list = call(sello, step) as ReturnType<Sello['certificates']['list']>;
      return step.page ? list.page() : list.toArray(step.most ?? 0);
    }
    case 'certify':
      return certify(sello, step);
    case 'wait':
      return sello.certificates.waitUntilCertified(step.id, { timeoutMs: step.seconds * 1000 });
    case 'save':
      return sello.proofs.save(step.id, step.type, step.path, { overwrite: step.overwrite });
    case 'bytes':
      return Buffer.from(await sello.proofs.bytes(step.id, step.type)).toString('base64');
    case 'verify':
      return sello.verify(step.path === undefined ? (step.sha256 ?? '') : { path: step.path });
    case 'verifyMany':
      return sello.verifyMany(step.hashes);
    case 'request':
      return JSON.parse(await (await sello.request(step.verb, step.path, { query: step.query })).text());
    case 'webhook':
      return verifyWebhook(step.headers, step.body, step.secret, { now: () => step.now * 1000 });
  }
}

function call(sello: Sello, { method, ids = [], body, query, key }: Call): unknown {
  const [resource = '', name = ''] = method.split('.');
  const methods = Reflect.get(sello, resource) as Record<string, (...args: unknown[]) => unknown>;
  const options = { ...(key && { idempotencyKey: key }), ...(body && query && { query }) };
  return methods[name]?.(...ids, body ?? query ?? {}, options);
}

function certify(sello: Sello, { file, stream, hashOnly, key, ...words }: Certify): Promise<unknown> {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
  const input = {
    ...words,
    ...(file !== undefined && { file: bytes(file) }),
    ...(stream && { stream: ReadableStream.from(stream.map(bytes)) }),
  };
  const options = { ...(hashOnly && { hashOnly }), ...(key && { idempotencyKey: key }) };
  return sello.certificates.create(input as Parameters<Sello['certificates']['create']>[0], options);
}

// ── Python ───────────────────────────────────────────────────────────────────

const PROGRAM = fileURLToPath(new URL('drive_python_client.py', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../../python', import.meta.url));

async function openPython(opening: Opening, env: Record<string, string> = {}): Promise<Driver> {
  const child = spawn('python3', [PROGRAM], {
    env: { PATH: process.env.PATH, PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (step: object): Promise<Told> => {
    child.stdin.write(`${JSON.stringify(step)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('the Python client ended');
    const told: Told = JSON.parse(value);
    if (told.error === undefined) return told;
    const known = Object.entries(told.error).filter(([, one]) => one !== null);
    return { ...told, error: Object.fromEntries(known) as NonNullable<Told['error']> };
  };
  const opened = await ask({ do: 'open', ...opening });
  if (opened.error !== undefined) {
    child.kill();
    throw new TypeError(opened.error.message);
  }
  return {
    do: ask,
    async close() {
      child.stdin.end();
      await new Promise((resolve) => child.once('close', resolve));
    },
  };
}
