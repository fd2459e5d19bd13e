/** Settings: the ceilings of key limits, and how many keys there may be. */

import { integer } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type KeysSettings = {
  /** The ceiling for accounts that have none of their own. */
  maxRatePerMinute: number;
  maxMonthlyQuota: number;
  /** The most keys of one account that are not revoked. Expired keys count, because they can be given a later end. */
  maxKeys: number;
};

export const KEYS_SETTINGS = {
  maxRatePerMinute: integer(
    'SELLO_MAX_RATE_PER_MINUTE',
    '100000',
    1,
    1_000_000_000,
    'Highest number of requests per minute that a key can be allowed; all keys of an account together can have twice as many',
  ),
  maxMonthlyQuota: integer(
    'SELLO_MAX_MONTHLY_QUOTA',
    '10000000',
    1,
    2_000_000_000,
    'Highest number of requests per month that a key can be allowed; all keys of an account together can have twice as many',
  ),
  maxKeys: integer(
    'SELLO_MAX_KEYS',
    '100',
    1,
    1_000_000,
    'API keys that one account may have, not counting revoked keys',
  ),
};

export function readKeysSettings({ needed }: SettingsReader): KeysSettings {
  return {
    maxRatePerMinute: needed(KEYS_SETTINGS.maxRatePerMinute),
    maxMonthlyQuota: needed(KEYS_SETTINGS.maxMonthlyQuota),
    maxKeys: needed(KEYS_SETTINGS.maxKeys),
  };
}
