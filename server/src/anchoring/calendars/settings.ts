/** Which OpenTimestamps calendars stamp the log in Bitcoin. */

import { integer, list, secret, url } from '../../kernel/settings/kinds.ts';
import type { SettingsReader } from '../../kernel/settings/reader.ts';
import { parseCalendarAddress } from './calendar-address.ts';

export type CalendarsSettings = {
  ots: {
    /** The calendars, as `parseCalendarAddress` writes them. If there are none, the log is not stamped in Bitcoin. */
    calendars: readonly string[];
    intervalMs: number;
    /** The source of block headers. If undefined, what calendars claim about Bitcoin blocks is not checked. */
    bitcoinUrl: string | undefined;
  };
};

export const CALENDARS_SETTINGS = {
  otsCalendars: list(
    'SELLO_OTS_CALENDARS',
    'OpenTimestamps calendars that also stamp the log in Bitcoin, separated by commas, preferably two or more; by default none',
    'up to 8 http:// or https:// addresses separated by commas',
    parseCalendarAddress,
  ),
  otsIntervalSeconds: integer(
    'SELLO_OTS_INTERVAL_SECONDS',
    '3600',
    1,
    86_400,
    'Shortest time between two stamps from one calendar',
  ),
  otsBitcoinUrl: secret(
    url(
      'SELLO_OTS_BITCOIN_URL',
      'Esplora address of a Bitcoin index that the calendars’ statements are checked against; by default they are passed on unchecked, as the calendars’ own',
    ),
  ),
};

export function readCalendarsSettings({ take, needed }: SettingsReader): CalendarsSettings {
  return {
    ots: {
      calendars: take(CALENDARS_SETTINGS.otsCalendars) ?? [],
      intervalMs: needed(CALENDARS_SETTINGS.otsIntervalSeconds) * 1000,
      bitcoinUrl: take(CALENDARS_SETTINGS.otsBitcoinUrl),
    },
  };
}
