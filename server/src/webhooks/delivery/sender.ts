/** Sends one delivery: judged address, bounded time, bounded answer, no redirects, no proxy. */

import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, errors, request } from 'undici';
import { withDeadline } from '../../http/outgoing.ts';
import type { AddressRules } from './addresses.ts';

export type Sending = {
  url: string;
  /** Test endpoints may be plain http on the public internet. */
  livemode: boolean;
  headers: Record<string, string>;
  body: string;
};

export type Outcome = {
  isTaken: boolean;
  status: number | undefined;
  /** The first bytes of the answer. */
  answer: string;
  /** Why there is no answer, or none that counts. */
  error: string | undefined;
  durationMs: number;
  /** What `Retry-After` asks for. */
  wishMs: number;
};

/** All addresses of a name. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

export type Sender = { send(sending: Sending): Promise<Outcome>; close(): Promise<void> };

export const TIMEOUT_MS = 15_000;
const KEPT_ANSWER_BYTES = 1_024;
/** Reading a short answer to its end keeps the connection; a longer one costs it. */
const READ_ANSWER_BYTES = 16 * 1_024;

/** `resolve`: the system's resolver, or a test's. */
export function openSender(rules: AddressRules, timeoutMs = TIMEOUT_MS, resolve: Resolve = lookup): Sender {
  const agents = {
    live: openAgent(rules, true, timeoutMs, resolve),
    test: openAgent(rules, false, timeoutMs, resolve),
  };
  const late = () => new Error(`no whole answer within ${timeoutMs / 1000} s`);
  return {
    async send(sending) {
      const start = performance.now();
      const answer = await withDeadline(timeoutMs, late, (signal) =>
        exchange(sending.livemode ? agents.live : agents.test, sending, signal).catch((error: unknown) =>
          failed(signal.aborted ? signal.reason : error),
        ),
      );
      return { ...answer, durationMs: Math.round(performance.now() - start) };
    },
    async close() {
      await Promise.all([agents.live.destroy(), agents.test.destroy()]);
    },
  };
}

function openAgent(rules: AddressRules, livemode: boolean, timeoutMs: number, resolve: Resolve): Agent {
  return new Agent({
    connect: judgedConnector(rules, livemode, timeoutMs, resolve),
    // One at a time on a connection: a slow endpoint must not hold up another of the same host.
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 10_000,
    // The deadline covers the whole exchange: these timers only notice silence, not a trickle.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1_024,
  });
}

/**
 * Judges the very address that is connected to: a name that resolved to a public address a moment ago may lead to a
 * private one now. Plain http with live data is only for networks that the operator named.
 */
function judgedConnector(
  rules: AddressRules,
  livemode: boolean,
  timeoutMs: number,
  resolve: Resolve,
): buildConnector.connector {
  const connectors = [true, false].map((isPlain) => {
    const may = livemode && isPlain ? rules.isAllowed : rules.mayConnect;
    const connect = buildConnector({
      allowH2: false,
      timeout: timeoutMs,
      lookup: judgedLookup(may, resolve),
    });
    return { may, connect };
  });
  return (options, callback) => {
    const chosen = connectors[options.protocol === 'http:' ? 0 : 1];
    if (chosen === undefined) throw new Error('There are two connectors');
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    // For a literal address nothing is looked up.
    if (isIP(host) !== 0 && !chosen.may(host)) return callback(new AddressRefused(), null);
    chosen.connect(options, callback);
  };
}

/** Only the addresses that may be connected to; none of them is an error. */
function judgedLookup(may: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0);
      const good = found.filter(({ address }) => may(address));
      const [first] = good;
      if (first === undefined) return callback(new AddressRefused(), '', 0);
      if (options.all === true) return callback(null, good);
      callback(null, first.address, first.family);
    });
  };
}

class AddressRefused extends Error {
  readonly code = 'EADDRREFUSED';
  constructor() {
    super('the address is not on the public internet');
  }
}

async function exchange(
  agent: Agent,
  { url, headers, body }: Sending,
  signal: AbortSignal,
): Promise<Omit<Outcome, 'durationMs'>> {
  const reply = await request(url, { dispatcher: agent, method: 'POST', headers, body, signal });
  const status = reply.statusCode;
  const answer = await readStart(reply.body);
  const isTaken = status >= 200 && status < 300;
  return {
    isTaken,
    status,
    answer,
    error: isTaken ? undefined : `answered with HTTP status ${status}`,
    wishMs: status === 429 || status === 503 ? wishOf(reply.headers['retry-after']) : 0,
  };
}

/** A replacement character stands for what is no UTF-8; PostgreSQL cannot keep NUL. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    if (size < KEPT_ANSWER_BYTES) pieces.push(piece.subarray(0, KEPT_ANSWER_BYTES - size));
    size += piece.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (size > READ_ANSWER_BYTES) break;
  }
  return new TextDecoder().decode(Buffer.concat(pieces)).replaceAll('\0', '�');
}

function wishOf(header: string | string[] | undefined): number {
  const seconds = Number(header);
  return Number.isInteger(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

function failed(error: unknown): Omit<Outcome, 'durationMs'> {
  return { isTaken: false, status: undefined, answer: '', error: reasonOf(error), wishMs: 0 };
}

/** In words that tell the owner of the endpoint what to mend, and nothing of our network. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'could not be sent';
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof errors.HTTPParserError) return 'the answer is not HTTP';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'no connection in time';
  return code === undefined ? error.message.slice(0, 200) : `cannot be reached (${code})`;
}
