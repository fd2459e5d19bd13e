/** Sends one delivery: judged address, bounded time, bounded answer, no redirects, no proxy. */

import { Agent, errors, request } from 'undici';
import type { AddressRules } from '../../http/addresses/addresses.ts';
import { AddressRefused, judgedConnector, type Resolve } from '../../http/addresses/judged-connector.ts';
import { withDeadline } from '../../http/outgoing.ts';

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

export type Sender = { send(sending: Sending): Promise<Outcome>; close(): Promise<void> };

export const TIMEOUT_MS = 15_000;
const KEPT_ANSWER_BYTES = 1_024;
/** Reading a short answer to its end keeps the connection; a longer one costs it. */
const READ_ANSWER_BYTES = 16 * 1_024;

/** `resolve`: the system's resolver, or a test's. */
export function openSender(rules: AddressRules, timeoutMs = TIMEOUT_MS, resolve?: Resolve): Sender {
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

/** Plain http with live data is only for networks that the operator named. */
function openAgent(
  rules: AddressRules,
  livemode: boolean,
  timeoutMs: number,
  resolve: Resolve | undefined,
): Agent {
  const may = (address: string, isPlain: boolean) =>
    livemode && isPlain ? rules.isAllowed(address) : rules.mayConnect(address);
  return new Agent({
    connect: judgedConnector(may, timeoutMs, resolve),
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
