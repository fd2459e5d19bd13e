/** Where the service listens and how callers reach it. */

import { addressList, integer, matching, text, url } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type HttpSettings = {
  port: number;
  host: string;
  /** Without a slash at its end. */
  baseUrl: string;
  /** Short name of the service: on its pages, and the first part of its keys. */
  serviceName: string;
  /** Load balancers whose `X-Forwarded-For` is trusted to name the caller. */
  trustedProxies: readonly string[];
  /** Requests per minute and network on routes that need no key; 0: no limit. */
  publicPerMinute: number;
  /** Open connections per network; 0: no limit. */
  maxConnectionsPerNetwork: number;
};

export const HTTP_SETTINGS = {
  port: integer('PORT', '3000', 0, 65_535, 'Port to listen on (0: any free one)'),
  host: text('SELLO_HOST', '127.0.0.1', 'Address to listen on; `0.0.0.0` for all'),
  baseUrl: url('SELLO_BASE_URL', 'Start of every address in answers; `http://localhost:PORT` when not set'),
  serviceName: matching(
    'SELLO_SERVICE_NAME',
    'sello',
    /^[a-z][a-z0-9]{1,19}$/,
    'a short lower-case word',
    'Short name of the service, and first part of its keys',
  ),
  trustedProxies: addressList(
    'SELLO_TRUSTED_PROXIES',
    'Addresses or networks of the balancers in front, separated by commas; their `X-Forwarded-For` is believed',
  ),
  publicPerMinute: integer(
    'SELLO_PUBLIC_PER_MINUTE',
    '1200',
    0,
    1_000_000_000,
    'Requests per minute, per network and process, to `/v`, `/verify`, `/log`, `/tsa` and unsigned `/files`; half of them may come at once, a constancia counts for ten; `0`: no limit',
  ),
  maxConnectionsPerNetwork: integer(
    'SELLO_MAX_CONNECTIONS_PER_NETWORK',
    '1000',
    0,
    1_000_000,
    'Connections of one network at a time, per process; those of SELLO_TRUSTED_PROXIES are not counted; `0`: no limit',
  ),
};

export function readHttpSettings({ take, needed }: SettingsReader): HttpSettings {
  const port = needed(HTTP_SETTINGS.port);
  return {
    port,
    host: needed(HTTP_SETTINGS.host),
    baseUrl: (take(HTTP_SETTINGS.baseUrl) ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    serviceName: needed(HTTP_SETTINGS.serviceName),
    trustedProxies: take(HTTP_SETTINGS.trustedProxies) ?? [],
    publicPerMinute: needed(HTTP_SETTINGS.publicPerMinute),
    maxConnectionsPerNetwork: needed(HTTP_SETTINGS.maxConnectionsPerNetwork),
  };
}
