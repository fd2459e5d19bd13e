/**
 * Talks to OpenTimestamps calendars. They collect digests from all users, put one root into a Bitcoin transaction
 * every few hours, and serve the paths to it. Their answers are parsed strictly, and no address in them is followed.
 */

import { decodeOtsTree, encodeHex, type OtsReadLimits, type OtsTree, ProofError } from '@sello/proof';
import { CalendarFailure } from './calendar-failure.ts';
import { type CalendarHttp, calendarRefusal } from './http-client.ts';
import type { Calendar } from './ports.ts';

/**
 * As many bytes as the reference client accepts. Readers of `.ots` files give up at a depth of 256. These two depths,
 * together with the path through our own log before them, stay below that. Real promises have a depth of about 20, and
 * completions of about 80.
 */
const PROMISE_LIMITS: OtsReadLimits = { bytes: 10_000, depth: 48, parts: 96 };
const COMPLETION_LIMITS: OtsReadLimits = { bytes: 10_000, depth: 112, parts: 256 };
/** The limit of what a calendar may commit to. Real commitments have 44 bytes. */
const MAX_COMMITMENT_BYTES = 128;

const HEADERS = { accept: 'application/vnd.opentimestamps.v1', 'user-agent': 'sello' };

export function openCalendar(http: CalendarHttp, url: string): Calendar {
  return {
    url,

    async submit(digest) {
      if (digest.length !== 32) throw new Error('Calendars are given SHA-256 digests');
      const headers = { ...HEADERS, 'content-type': 'application/octet-stream' };
      const question = { url: `${url}/digest`, headers, body: digest, maxBytes: PROMISE_LIMITS.bytes };
      const { status, body } = await http.ask(question);
      if (status !== 200) throw calendarRefusal(status);
      return readTree(body, PROMISE_LIMITS);
    },

    async complete(commitment) {
      if (commitment.length > MAX_COMMITMENT_BYTES) {
        throw new CalendarFailure('garbage', 'promised something for a commitment that is too long');
      }
      const { status, body } = await http.ask({
        url: `${url}/timestamp/${encodeHex(commitment)}`,
        headers: HEADERS,
        maxBytes: COMPLETION_LIMITS.bytes,
      });
      // The stamp is not in a block yet, or the calendar does not know it: calendars answer both with the same
      // status.
      if (status === 404) return undefined;
      if (status !== 200) throw calendarRefusal(status);
      return readTree(body, COMPLETION_LIMITS);
    },
  };
}

function readTree(bytes: Uint8Array, limits: OtsReadLimits): OtsTree {
  try {
    return decodeOtsTree(bytes, limits);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    throw new CalendarFailure('garbage', `sent no readable timestamp: ${error.message}`, { cause: error });
  }
}
