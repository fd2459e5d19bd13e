/** Settings of `sello serve`. */

import { availableParallelism } from 'node:os';
import { choice, processCount } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type ServeSettings = {
  /** HTTP processes of one `sello serve`. */
  processes: number;
  /** Whether `sello serve` sequences and anchors too. */
  runsBackground: boolean;
};

export const SERVE_SETTINGS = {
  processes: processCount(
    'SELLO_PROCESSES',
    availableParallelism(),
    'HTTP processes of `sello serve` on this machine, or `auto` for one per core',
  ),
  background: choice(
    'SELLO_BACKGROUND',
    'on',
    ['on', 'off'],
    'Whether `sello serve` also sequences and anchors; `off` leaves that to `sello worker`',
  ),
};

/** Read by `sello certify`; servers ignore them. */
export const CLIENT_SETTINGS = ['SELLO_URL', 'SELLO_API_KEY'] as const;

export function readServeSettings({ needed }: SettingsReader): ServeSettings {
  return {
    processes: needed(SERVE_SETTINGS.processes),
    runsBackground: needed(SERVE_SETTINGS.background) === 'on',
  };
}
