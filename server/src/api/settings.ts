/** Settings of `sello serve`. */

import { availableParallelism } from 'node:os';
import { choice, processCount } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type ServeSettings = {
  /** How many HTTP processes one `sello serve` starts. */
  processes: number;
  /** Whether `sello serve` also extends the log and anchors it. If not, `sello worker` has to do that. */
  runsBackground: boolean;
};

export const SERVE_SETTINGS = {
  processes: processCount(
    'SELLO_PROCESSES',
    availableParallelism(),
    'Number of HTTP processes that `sello serve` starts; `auto` starts one per processor core',
  ),
  background: choice(
    'SELLO_BACKGROUND',
    'on',
    ['on', 'off'],
    'Whether `sello serve` also does the background work (sequencing, anchoring, webhooks); `off` leaves it to `sello worker`',
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
