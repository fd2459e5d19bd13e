/**
 * Sends one delivery. The address is checked, the time and the answer are limited, redirects are not followed and no
 * proxy is used.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher, errors } from 'undici';
import type { AddressRules } from '../../http/addresses/addresses.ts';
import { AddressRefused, judgedConnector, type Resolve } from '../../http/addresses/judged-connector.ts';

type Sending = {
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
  /** Why there is no answer, or no valid answer. */
  error: string | undefined;
  durationMs: number;
  /** The value of `Retry-After` in milliseconds. */
  wishMs: number;
};

export type Sender = { send(sending: Sending): Promise<Outcome>; close(): Promise<void> };

const TIMEOUT_MS = 15_000;
const KEPT_ANSWER_BYTES = 1_024;
/** A short answer is read to its end, so that the connection can be reused; a longer one closes it. */
const READ_ANSWER_BYTES = 16 * 1_024;

/** `resolve` is the system's resolver, or one that a test supplies. */
export function openSender(rules: AddressRules, timeoutMs = TIMEOUT_MS, resolve?: Resolve): Sender {
  const agents = {
    live: openAgent(rules, true, timeoutMs, resolve),
    test: openAgent(rules, false, timeoutMs, resolve),
  };
  return {
    async send(sending) {
      const start = performance.now();
      const answer = await exchange(sending.livemode ? agents.live : agents.test, sending, timeoutMs);
      return { ...answer, durationMs: Math.round(performance.now() - start) };
    },
    async close() {
      await Promise.all([agents.live.destroy(), agents.test.destroy()]);
    },
  };
}

/** Makes an agent. With live data, plain http is allowed only in networks that the operator named. */
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
    // Only one request at a time is sent on a connection, because a slow endpoint must not delay another endpoint on
    // the same host.
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 10_000,
    // undici's own timers are off. They would notice silence but not a receiver that sends one byte at a time. The
    // deadline of `AnswerReader` covers the whole exchange instead.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1_024,
  });
}

type Answer = Omit<Outcome, 'durationMs'>;

/**
 * Sends one request with undici's dispatcher, because undici's higher-level calls make a stream of every answer, and
 * that costs more than everything else here.
 */
function exchange(agent: Agent, { url, headers, body }: Sending, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const { origin, pathname, search } = new URL(url);
    agent.dispatch(
      { origin, path: `${pathname}${search}`, method: 'POST', headers, body },
      new AnswerReader(timeoutMs, resolve),
    );
  });
}

/**
 * Resolves exactly once: with the whole answer, with the first part of a long one, with an error, or at the deadline.
 */
class AnswerReader implements Dispatcher.DispatchHandler {
  #settle: ((answer: Answer) => void) | undefined;
  #request: Dispatcher.DispatchController | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #pieces: Uint8Array[] = [];
  #size = 0;
  #status = 0;
  #wishMs = 0;

  constructor(timeoutMs: number, settle: (answer: Answer) => void) {
    this.#settle = settle;
    const late = () => this.#leave(failed(new Error(`no whole answer within ${timeoutMs / 1000} s`)));
    this.#timer = setTimeout(late, timeoutMs);
  }

  onRequestStart(request: Dispatcher.DispatchController): void {
    this.#request = request;
    // The deadline passed while the request waited for a connection, so it must not be sent any more.
    if (this.#settle === undefined) request.abort(new Error('late'));
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    // Interim (1xx) answers precede the final one.
    if (status < 200) return;
    this.#status = status;
    this.#wishMs = status === 429 || status === 503 ? wishOf(headers['retry-after']) : 0;
  }

  onResponseData(_: unknown, piece: Uint8Array): void {
    if (this.#size < KEPT_ANSWER_BYTES) this.#pieces.push(piece.subarray(0, KEPT_ANSWER_BYTES - this.#size));
    this.#size += piece.length;
    if (this.#size > READ_ANSWER_BYTES) this.#leave(this.#answer());
  }

  onResponseEnd(): void {
    this.#end(this.#answer());
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end(failed(error));
  }

  #answer(): Answer {
    const isTaken = this.#status >= 200 && this.#status < 300;
    return {
      isTaken,
      status: this.#status,
      answer: toText(this.#pieces),
      error: isTaken ? undefined : `answered with HTTP status ${this.#status}`,
      wishMs: this.#wishMs,
    };
  }

  /** Ends without reading the rest of the answer, so the connection is closed. */
  #leave(answer: Answer): void {
    this.#end(answer);
    this.#request?.abort(new Error('left'));
  }

  #end(answer: Answer): void {
    clearTimeout(this.#timer);
    this.#settle?.(answer);
    this.#settle = undefined;
  }
}

/**
 * Decodes the answer. Invalid UTF-8 becomes a replacement character, and so does NUL, because PostgreSQL cannot store
 * it.
 */
function toText(pieces: readonly Uint8Array[]): string {
  return pieces.length === 0 ? '' : new TextDecoder().decode(Buffer.concat(pieces)).replaceAll('\0', '�');
}

function wishOf(header: string | string[] | undefined): number {
  const seconds = Number(header);
  return Number.isInteger(seconds) && seconds > 0 ? seconds * 1000 : 0;
}

function failed(error: unknown): Answer {
  return { isTaken: false, status: undefined, answer: '', error: reasonOf(error), wishMs: 0 };
}

/** A reason that tells the owner of the endpoint what to fix and reveals nothing about our network. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'could not be sent';
  if (error instanceof AddressRefused) return error.message;
  if (error instanceof errors.HTTPParserError) return 'the answer is not HTTP';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'no connection in time';
  return code === undefined ? error.message.slice(0, 200) : `cannot be reached (${code})`;
}
