/** The client of a time-stamping provider that speaks RFC 3161 over HTTP: a PSC's, or the embedded one. */

import { readFile } from 'node:fs/promises';
import {
  type ChainCache,
  type CryptoEngine,
  createChainCache,
  encodeTimestampRequest,
  type TimestampVerdict,
  type TrustProfile,
  verifyTimestamp,
} from '@sello/proof';
import { errors, Pool } from 'undici';
import type { PscConfig } from '../config.ts';
import { AppError, type ErrorCode } from '../domain/errors.ts';
import type { Sha256Hex } from '../domain/sha256-hex.ts';
import type { Stamp, TimestampProvider } from '../ports.ts';

export type Rfc3161Options = Omit<PscConfig, 'rootsFile' | 'accredited'> & { trust: readonly TrustProfile[] };

type Needed = { now: () => Date; randomBytes: (size: number) => Uint8Array; crypto: CryptoEngine };

/** A token is 1 to 10 KB; what is longer is not one. */
const MAX_REPLY_BYTES = 256 * 1024;

/** A token whose time is further from ours than this is refused: its clock or ours is wrong. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;

export async function connectProvider(
  needed: Needed,
  options: Rfc3161Options,
): Promise<TimestampProvider & { close(): Promise<void> }> {
  const url = new URL(options.url);
  const pool = new Pool(url.origin, {
    connections: 64,
    pipelining: 1,
    connect: { timeout: options.timeoutMs, ...(await tlsOptions(options)) },
    // The deadline below covers all of it: these two only see silence, not a trickle.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const headers = {
    'content-type': 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    ...credentials(options),
  };
  const path = url.pathname + url.search;
  const chainCache = createChainCache();

  const ask = async (body: Uint8Array, signal: AbortSignal): Promise<Uint8Array> => {
    const reply = await pool.request({ method: 'POST', path, headers, body, signal });
    if (reply.statusCode !== 200) {
      await reply.body.dump();
      throw new ProviderError('psc_error', `the provider answered ${reply.statusCode}`);
    }
    return readCapped(reply.body);
  };

  return {
    async stamp(sha256) {
      const nonce = options.nonce ? positiveNonce(needed.randomBytes) : undefined;
      const request = encodeTimestampRequest({
        hashAlgorithm: 'SHA-256',
        digest: Buffer.from(sha256, 'hex'),
        certReq: true,
        ...(nonce === undefined ? {} : { nonce }),
        ...(options.policy === undefined ? {} : { policy: options.policy }),
      });
      try {
        const tsr = await withDeadline(options.timeoutMs, (signal) => askTwice(ask, request, signal));
        return await believe(needed, options, chainCache, tsr, sha256, nonce);
      } catch (error) {
        throw asPscError(error, options.name);
      }
    },
    close: () => pool.destroy(),
  };
}

/**
 * A kept-alive connection may be closed by the provider at the very moment we use it. Nothing was answered
 * then, so one more try on a fresh connection is safe; a second failure counts.
 */
async function askTwice(
  ask: (body: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>,
  request: Uint8Array,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    return await ask(request, signal);
  } catch (error) {
    if (!isResetConnection(error)) throw error;
    return ask(request, signal);
  }
}

function isResetConnection(error: unknown): boolean {
  if (error instanceof errors.SocketError)
    return error.socket?.bytesRead === 0 || error.message === 'other side closed';
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Verifies the token in full before anything is done with it. */
async function believe(
  { crypto, now }: Needed,
  options: Rfc3161Options,
  chainCache: ChainCache,
  tsr: Uint8Array,
  sha256: Sha256Hex,
  nonce: bigint | undefined,
): Promise<Stamp> {
  const verdict = await verifyTimestamp(
    crypto,
    tsr,
    {
      digest: { algorithm: 'SHA-256', value: Buffer.from(sha256, 'hex') },
      ...(nonce === undefined ? {} : { nonce }),
      ...(options.policy === undefined ? {} : { policy: options.policy }),
      time: { at: now(), toleranceMs: MAX_CLOCK_DIFFERENCE_MS },
    },
    options.trust,
    { chainCache },
  );
  const { token } = verdict;
  if (verdict.verdict !== 'trusted' || token === undefined) {
    throw new ProviderError('psc_error', `the token was refused: ${failedChecks(verdict)}`);
  }
  return {
    tsr,
    tokenSha256: await crypto.digest('SHA-256', token.der),
    chain: verdict.chain.map((certificate) => certificate.der),
    facts: {
      psc: options.name,
      serial: token.info.serialHex,
      policyOid: token.info.policy,
      genTime: token.info.genTimeText,
      accuracyMs: token.info.accuracyMs,
      accredited: verdict.accredited,
      warnings: verdict.warnings,
    },
  };
}

function failedChecks(verdict: TimestampVerdict): string {
  return verdict.checks
    .filter((check) => check.outcome === 'fail')
    .map((check) => `${check.name} (${check.because})`)
    .join('; ');
}

/** 63 bits, so that no authority has to deal with a sign. */
function positiveNonce(randomBytes: (size: number) => Uint8Array): bigint {
  return new DataView(Uint8Array.from(randomBytes(8)).buffer).getBigUint64(0) >> 1n;
}

async function readCapped(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_REPLY_BYTES) throw new ProviderError('psc_error', 'the reply is too long to be a token');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function withDeadline<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new ProviderError('psc_timeout', `no whole answer within ${timeoutMs} ms`));
  }, timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

type PscErrorCode = Extract<ErrorCode, `psc_${string}`>;

class ProviderError extends Error {
  readonly code: PscErrorCode;

  constructor(code: PscErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

function asPscError(error: unknown, name: string): AppError {
  const code =
    error instanceof ProviderError ? error.code : isUnreachable(error) ? 'psc_unavailable' : 'psc_error';
  const { en, es } = PUBLIC_TEXT[code];
  return new AppError(code, { en: en(name), es: es(name) }, { cause: error, retryAfterSeconds: 5 });
}

function isUnreachable(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return [
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
  ].includes(code);
}

const PUBLIC_TEXT: Record<PscErrorCode, { en: (name: string) => string; es: (name: string) => string }> = {
  psc_error: {
    en: (name) =>
      `The time-stamping provider ${name} did not give a valid time stamp. Nothing was used up; please try again.`,
    es: (name) =>
      `El proveedor de sellos de tiempo ${name} no dio un sello válido. No se consumió nada; intente de nuevo.`,
  },
  psc_timeout: {
    en: (name) =>
      `The time-stamping provider ${name} did not answer in time. Nothing was used up; please try again.`,
    es: (name) =>
      `El proveedor de sellos de tiempo ${name} no respondió a tiempo. No se consumió nada; intente de nuevo.`,
  },
  psc_unavailable: {
    en: (name) =>
      `The time-stamping provider ${name} cannot be reached at the moment. Nothing was used up; please try again.`,
    es: (name) =>
      `No se puede contactar al proveedor de sellos de tiempo ${name} en este momento. No se consumió nada; intente de nuevo.`,
  },
};

function credentials({ basic, bearer }: Rfc3161Options): Record<string, string> {
  if (basic !== undefined) return { authorization: `Basic ${Buffer.from(basic).toString('base64')}` };
  return bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
}

async function tlsOptions({ clientCertFile, clientKeyFile, tlsCaFile }: Rfc3161Options) {
  const read = async (file: string | undefined) => (file === undefined ? undefined : readFile(file));
  const [cert, key, ca] = await Promise.all([read(clientCertFile), read(clientKeyFile), read(tlsCaFile)]);
  return { ...(cert && { cert }), ...(key && { key }), ...(ca && { ca }) };
}
