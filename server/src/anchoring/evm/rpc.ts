/**
 * JSON-RPC 2.0 over HTTP, with limits of time and size. Every way in which a node may misbehave has a failure code.
 */

import { errors, Pool } from 'undici';
import { isLostConnection, readCapped, withDeadline } from '../../http/outgoing.ts';
import { ChainFailure } from '../chain-failure.ts';

export type ChainRpc = {
  /** Calls a method and returns the member `result`, whatever it is. Rejects with a `ChainFailure`. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  close(): Promise<void>;
};

type ChainRpcOptions = {
  /** The address. It may contain credentials or a key in its path, so it never appears in messages. */
  url: string;
  /** The time limit for the whole exchange, both attempts included. */
  timeoutMs: number;
};

/** The limit for an answer. A full block of the largest chains is a few megabytes of JSON. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

export function openChainRpc({ url, timeoutMs }: ChainRpcOptions): ChainRpc {
  const address = new URL(url);
  const pool = new Pool(address.origin, {
    connections: 8,
    pipelining: 1,
    connect: { timeout: timeoutMs },
    // These two timers are off. They notice only silence and not a slow trickle, and the deadline already covers the
    // whole exchange.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const headers = { 'content-type': 'application/json', ...authorization(address) };
  let lastId = 0;
  const late = () => new ChainFailure('timeout', `the node gave no whole answer within ${timeoutMs} ms`);
  const endless = () => new ChainFailure('garbage', "the node's answer never ends");

  const exchange = async (body: string, signal: AbortSignal): Promise<HttpAnswer> => {
    const path = `${address.pathname}${address.search}`;
    const reply = await pool.request({ method: 'POST', path, headers, body, signal });
    return {
      status: reply.statusCode,
      body: (await readCapped(reply.body, MAX_ANSWER_BYTES, endless)).toString('utf8'),
    };
  };
  return {
    async request(method, params) {
      lastId += 1;
      const id = lastId;
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const answer = await withDeadline(timeoutMs, late, async (signal) => {
        try {
          return await exchange(body, signal);
        } catch (error) {
          // The call is sent once more, because the node may close a kept-alive connection just as we use it. Every
          // method that we call may be repeated: sending a transaction twice does not make two of it.
          if (!isLostConnection(error)) throw asFailure(error, signal);
        }
        return exchange(body, signal).catch((error) => {
          throw asFailure(error, signal);
        });
      });
      return readResult(answer, id, method);
    },
    close: () => pool.destroy(),
  };
}

type HttpAnswer = { status: number; body: string };

/** Shortens the text of a node, which is logged, to one short line. */
function excerptOf(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function readResult({ status, body }: HttpAnswer, id: number, method: string): unknown {
  const answer = parseObject(body);
  // A JSON-RPC error counts with any HTTP status, because nodes send it with different ones.
  const error = answer?.error;
  if (answer?.id === id && typeof error === 'object' && error !== null) throw asRpcError(error, method);
  if (status !== 200) {
    throw new ChainFailure('unreachable', `the node answered ${method} with HTTP status ${status}`);
  }
  if (answer === undefined) {
    throw new ChainFailure('garbage', `the node's answer to ${method} is no JSON object: ${excerptOf(body)}`);
  }
  if (answer.id !== id) {
    throw new ChainFailure('garbage', `the node's answer to ${method} belongs to another request`);
  }
  if (answer.result === undefined) {
    throw new ChainFailure('garbage', `the node's answer to ${method} holds neither a result nor an error`);
  }
  return answer.result;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function asRpcError(error: object, method: string): ChainFailure {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const text = typeof message === 'string' ? excerptOf(message) : 'no reason given';
  return new ChainFailure('rpc_error', `the node refused ${method}: ${text}`, {
    rpcCode: typeof code === 'number' ? code : undefined,
  });
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const basic = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(basic).toString('base64')}` };
}

function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof ChainFailure || !(error instanceof Error)) return error;
  if (error instanceof errors.HTTPParserError) {
    return new ChainFailure('garbage', `the node does not speak HTTP: ${error.message}`, { cause: error });
  }
  const { code } = error as NodeJS.ErrnoException;
  const what = code ?? error.name;
  return new ChainFailure('unreachable', `the node cannot be reached (${what})`, { cause: error });
}
