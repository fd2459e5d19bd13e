/** What keys begin with and how much they can be given. */

import { integer, matching } from '../kernel/settings-kinds.ts';
import type { SettingsReader } from '../kernel/settings-reader.ts';

export type KeysSettings = {
  serviceName: string;
  /** Ceilings of accounts that have none of their own. */
  maxRatePerMinute: number;
  maxMonthlyQuota: number;
};

export const KEYS_SETTINGS = {
  serviceName: matching(
    'SELLO_SERVICE_NAME',
    'sello',
    /^[a-z][a-z0-9]{1,19}$/,
    'a short lower-case word',
    'Short name of the service, and first part of its keys',
  ),
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
    serviceName: needed(KEYS_SETTINGS.serviceName),
    maxRatePerMinute: needed(KEYS_SETTINGS.maxRatePerMinute),
    maxMonthlyQuota: needed(KEYS_SETTINGS.maxMonthlyQuota),
  };
}
