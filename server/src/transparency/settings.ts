/** The log's name. */

import { matching } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type TransparencySettings = {
  /** Name for a new log; an existing log keeps its name. Empty: the host's. */
  logOrigin: string;
};

export const TRANSPARENCY_SETTINGS = {
  logOrigin: matching(
    'SELLO_LOG_ORIGIN',
    undefined,
    /^[^\s+]{1,200}$/,
    'a name without spaces and plus signs',
    'Name of the log in its checkpoints, fixed when it begins; the host of SELLO_BASE_URL with `/log` when not set',
  ),
};

export function readTransparencySettings({ take }: SettingsReader): TransparencySettings {
  return { logOrigin: take(TRANSPARENCY_SETTINGS.logOrigin) ?? '' };
}
