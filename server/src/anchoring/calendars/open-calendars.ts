/** The calendars that the settings name, and where Bitcoin's headers come from. */

import { openBitcoinBlocks } from './bitcoin-blocks.ts';
import { openCalendarHttp } from './http-client.ts';
import { openCalendar } from './ots-calendar.ts';
import type { Calendars } from './ports.ts';
import type { CalendarsSettings } from './settings.ts';

/** A calendar answers when its second is over; nobody waits for it but the round that asked. */
const DEADLINE_MS = 10_000;

/** Nothing is connected to before somebody asks. */
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
