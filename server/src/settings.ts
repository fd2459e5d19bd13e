/** All settings, combined from the capabilities that own them. All invalid ones are reported at once, before anything starts. */

import { type CalendarsSettings, readCalendarsSettings } from './anchoring/calendars/settings.ts';
import { type AnchoringSettings, readAnchoringSettings } from './anchoring/settings.ts';
import { CLIENT_SETTINGS, readServeSettings, type ServeSettings } from './api/settings.ts';
import { type CertificatesSettings, readCertificatesSettings } from './certificates/settings.ts';
import { type DatabaseSettings, readDatabaseSettings } from './database/settings.ts';
import { type FilesSettings, readFilesSettings } from './files/settings.ts';
import { type HttpSettings, readHttpSettings } from './http/settings.ts';
import { type Environment, readSettings } from './kernel/settings/reader.ts';
import { type KeysSettings, readKeysSettings } from './keys/settings.ts';
import { type PeopleSettings, readPeopleSettings } from './people/settings.ts';
import { SETTING_LIST } from './settings-list.ts';
import { readTelemetrySettings, type TelemetrySettings } from './telemetry/settings.ts';
import { readTimestampsSettings, type TimestampsSettings } from './timestamps/settings.ts';
import { readTransparencySettings, type TransparencySettings } from './transparency/settings.ts';
import { readWitnessSettings, type WitnessSettings } from './transparency/witnesses/settings.ts';
import { readWebhooksSettings, type WebhooksSettings } from './webhooks/settings.ts';

export type { Environment } from './kernel/settings/reader.ts';

/** All settings in one flat record. Each capability declares the part that it needs and does not see the rest. */
export type Config = HttpSettings &
  DatabaseSettings &
  ServeSettings &
  TelemetrySettings &
  KeysSettings &
  PeopleSettings &
  TimestampsSettings &
  CertificatesSettings &
  AnchoringSettings &
  CalendarsSettings &
  TransparencySettings &
  WitnessSettings &
  FilesSettings &
  WebhooksSettings;

export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`These settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

export function readConfig(env: Environment): Config {
  const read = readSettings(env);
  const config: Config = {
    ...readHttpSettings(read),
    ...readDatabaseSettings(read),
    ...readServeSettings(read),
    ...readTelemetrySettings(read),
    ...readKeysSettings(read),
    ...readPeopleSettings(read),
    ...readTimestampsSettings(read),
    ...readCertificatesSettings(read),
    ...readAnchoringSettings(read),
    ...readCalendarsSettings(read),
    ...readTransparencySettings(read),
    ...readWitnessSettings(read),
    ...readFilesSettings(read),
    ...readWebhooksSettings(read),
  };
  // On the same host, files and pages would share an origin, or one of them could not be reached.
  if (config.filesUrl !== undefined && new URL(config.filesUrl).host === new URL(config.baseUrl).host)
    read.problems.push('SELLO_FILES_URL and SELLO_BASE_URL must have different hosts');
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

/** Unknown settings named SELLO_…: most likely typing errors. */
export function unknownSettings(env: Environment): string[] {
  const known = new Set<string>([...SETTING_LIST.map(({ name }) => name), ...CLIENT_SETTINGS]);
  return Object.keys(env).filter((name) => name.startsWith('SELLO_') && !known.has(name));
}
