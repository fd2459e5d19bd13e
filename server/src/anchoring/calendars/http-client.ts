/** Talks HTTP to a calendar or a source of headers, with limits of time and size and without following redirects. */

import { Agent, errors, request } from 'undici';
import { readCapped, withDeadline } from '../../http/outgoing.ts';
import { CalendarFailure } from './calendar-failure.ts';

type CalendarQuestion = {
  url: string;
  headers: Record<string, string>;
  /** If set, the request is a POST. */
  body?: Uint8Array;
  maxBytes: number;
};

type CalendarAnswer = { status: number; body: Uint8Array };

export type CalendarHttp = {
  /**
   * Sends a request. Every status counts as an answer, and the body is read only for 200. Rejects with a
   * `CalendarFailure`.
   */
  ask(question: CalendarQuestion): Promise<CalendarAnswer>;
  close(): Promise<void>;
};

export function openCalendarHttp(timeoutMs: number): CalendarHttp {
  // Requests are minutes apart. Each gets a new connection, so that none uses one just as the other side closes it.
  // The agent's own timers are off: they notice only silence and not a slow trickle, and the deadline already covers
  // the whole exchange.
  const agent = new Agent({
    pipelining: 0,
    connect: { timeout: timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const late = () => new CalendarFailure('timeout', `no whole answer within ${timeoutMs} ms`);
  const exchange = async (question: CalendarQuestion, signal: AbortSignal): Promise<CalendarAnswer> => {
    const { url, headers, body, maxBytes } = question;
    const tooLong = () => new CalendarFailure('garbage', `sent more than ${maxBytes} bytes`);
    const sent = body === undefined ? { method: 'GET' as const } : { method: 'POST' as const, body };
    const reply = await request(url, { dispatcher: agent, signal, headers, ...sent });
    if (reply.statusCode === 200)
      return { status: 200, body: await readCapped(reply.body, maxBytes, tooLong) };
    // The body is discarded, because left unread it would keep the socket open.
    reply.body.on('error', () => {}).destroy();
    return { status: reply.statusCode, body: new Uint8Array(0) };
  };
  return {
    async ask(question) {
      return withDeadline(timeoutMs, late, (signal) =>
        exchange(question, signal).catch((error) => {
          throw asFailure(error, signal);
        }),
      );
    },
    close: () => agent.destroy(),
  };
}

/** The failure for a status that can only mean failure. */
export function calendarRefusal(status: number): CalendarFailure {
  return new CalendarFailure('unreachable', `answered with HTTP status ${status}`);
}

function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof CalendarFailure || !(error instanceof Error)) return error;
  if (error instanceof errors.HTTPParserError) {
    return new CalendarFailure('garbage', 'does not speak HTTP', { cause: error });
  }
  const { code } = error as NodeJS.ErrnoException;
  return new CalendarFailure('unreachable', `cannot be reached (${code ?? error.name})`, { cause: error });
}
