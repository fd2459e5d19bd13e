/** Settings: the ceilings of key limits. */

import { integer } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type KeysSettings = {
  /** For accounts without ceilings of their own. */
  maxRatePerMinute: number;
  maxMonthlyQuota: number;
};

export const KEYS_SETTINGS = {
  maxRatePerMinute: integer(
    'SELLO_MAX_RATE_PER_MINUTE',
    '100000',
    1,
    1_000_000_000,
    'Highest rate that a key can be given',
  ),
  maxMonthlyQuota: integer(
    'SELLO_MAX_MONTHLY_QUOTA',
    '10000000',
    1,
    2_000_000_000,
    'Highest monthly quota that a key can be given',
  ),
};

export function readKeysSettings({ needed }: SettingsReader): KeysSettings {
  return {
    maxRatePerMinute: needed(KEYS_SETTINGS.maxRatePerMinute),
    maxMonthlyQuota: needed(KEYS_SETTINGS.maxMonthlyQuota),
  };
}
