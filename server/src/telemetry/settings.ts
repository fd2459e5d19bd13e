/** Settings of the logger, metrics and traces. */

import { LOG_LEVELS, type LogLevel } from '../kernel/logger.ts';
import { choice, matching, url } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type TelemetrySettings = {
  logLevel: LogLevel;
  /** The address of a second `/metrics`, as `host:port`, for a collector on another machine. */
  metricsAddress: string | undefined;
  /** The address to which traces are sent. */
  otlpUrl: string | undefined;
};

export const TELEMETRY_SETTINGS = {
  logLevel: choice(
    'SELLO_LOG_LEVEL',
    'info',
    LOG_LEVELS,
    'Least that is written to the log; `info` has a line for every request',
  ),
  metricsAddress: matching(
    'SELLO_METRICS_ADDRESS',
    undefined,
    /^(?:[0-9.]+|\[[0-9a-fA-F:]+\]):\d{1,5}$/,
    'an address and a port such as 127.0.0.1:9464',
    'Address and port of a second `/metrics`, for a collector on another machine; choose an address in a private network',
  ),
  otlpUrl: url(
    'SELLO_OTLP_URL',
    'OpenTelemetry collector that receives a trace of every request, such as `http://localhost:4318/v1/traces`',
  ),
};

export function readTelemetrySettings({ take, needed }: SettingsReader): TelemetrySettings {
  return {
    logLevel: needed(TELEMETRY_SETTINGS.logLevel),
    metricsAddress: take(TELEMETRY_SETTINGS.metricsAddress),
    otlpUrl: take(TELEMETRY_SETTINGS.otlpUrl),
  };
}
