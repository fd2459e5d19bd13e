/** The configured calendars, and the source of Bitcoin headers. */

import { openBitcoinBlocks } from './bitcoin-blocks.ts';
import { openCalendarHttp } from './http-client.ts';
import { openCalendar } from './ots-calendar.ts';
import type { Calendars } from './ports.ts';
import type { CalendarsSettings } from './settings.ts';

/**
 * The time limit of a request. A calendar answers at the end of its one-second batch, and only the round that asked
 * waits for it.
 */
const DEADLINE_MS = 10_000;

/** Makes the clients; none connects before the first request. */
export function openCalendars(
  { ots: { calendars, bitcoinUrl, intervalMs } }: CalendarsSettings,
  deadlineMs = DEADLINE_MS,
): Calendars & { close(): Promise<void> } {
  const http = openCalendarHttp(deadlineMs);
  return {
    all: calendars.map((url) => openCalendar(http, url)),
    blocks: bitcoinUrl === undefined ? undefined : openBitcoinBlocks(http, bitcoinUrl),
    intervalMs,
    close: () => http.close(),
  };
}
