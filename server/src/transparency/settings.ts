/** The log's name, and where full tiles and bundles are kept. */

import { choice, matching } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type TransparencySettings = {
  /** The name for a new log; an existing log keeps its name. If it is empty, the host name is used. */
  logOrigin: string;
  /** Where full tiles and bundles of entries are kept. */
  logTiles: 'database' | 'files';
  /** Whether a log without a key of ML-DSA-44 gets one at start. */
  logMlDsa: 'on' | 'off';
};

export const TRANSPARENCY_SETTINGS = {
  logOrigin: matching(
    'SELLO_LOG_ORIGIN',
    undefined,
    /^[^\s+]{1,200}$/,
    'a name without spaces and plus signs',
    'Name of the log in its checkpoints, which cannot change after the first start; by default the host of SELLO_BASE_URL followed by `/log`',
  ),
  logTiles: choice(
    'SELLO_LOG_TILES',
    'database',
    ['database', 'files'],
    'Where the log keeps its full tiles and entry bundles: `database`, or `files`, which moves them to the file store and deletes their rows; `files` pays off from some tens of millions of certificates on',
  ),
  logMlDsa: choice(
    'SELLO_LOG_ML_DSA',
    'on',
    ['on', 'off'],
    'Whether a server makes a key of ML-DSA-44 for a log that never had one; its signatures outlive elliptic curves and add 3.2 KB to every checkpoint; `off` changes nothing in a log that has one, which `sello log-key retire` ends',
  ),
};

export function readTransparencySettings({ take, needed }: SettingsReader): TransparencySettings {
  return {
    logOrigin: take(TRANSPARENCY_SETTINGS.logOrigin) ?? '',
    logTiles: needed(TRANSPARENCY_SETTINGS.logTiles),
    logMlDsa: needed(TRANSPARENCY_SETTINGS.logMlDsa),
  };
}
