/** Where the service listens and how callers reach it. */

import { addressList, integer, matching, text, url } from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type HttpSettings = {
  port: number;
  host: string;
  /** The public address, without a slash at its end. */
  baseUrl: string;
  /** A short name of the service. It is shown on the pages, and API keys begin with it. */
  serviceName: string;
  /** Load balancers whose `X-Forwarded-For` is trusted to name the caller. */
  trustedProxies: readonly string[];
  /** The most requests per minute and network on routes that need no key; 0 means no limit. */
  publicPerMinute: number;
  /** The most open connections per network; 0 means no limit. */
  maxConnectionsPerNetwork: number;
  /** How many requests of one account a process works on at once. */
  maxRunningRequests: number;
};

export const HTTP_SETTINGS = {
  port: integer('PORT', '3000', 0, 65_535, 'Port that the server listens on; `0` takes any free one'),
  host: text(
    'SELLO_HOST',
    '127.0.0.1',
    'Address that the server listens on; `0.0.0.0` listens on all addresses of the machine',
  ),
  baseUrl: url(
    'SELLO_BASE_URL',
    'Public address of this service, which every link begins with; by default `http://localhost:PORT`',
  ),
  serviceName: matching(
    'SELLO_SERVICE_NAME',
    'sello',
    /^[a-z][a-z0-9]{1,19}$/,
    'a short lower-case word',
    'Short name of the service, shown on its pages; every API key begins with it',
  ),
  trustedProxies: addressList(
    'SELLO_TRUSTED_PROXIES',
    'Addresses or networks of your load balancers, separated by commas; only their `X-Forwarded-For` is believed',
  ),
  publicPerMinute: integer(
    'SELLO_PUBLIC_PER_MINUTE',
    '1200',
    0,
    1_000_000_000,
    'Requests per minute that each process takes from one network to the public addresses (`/v`, `/verify`, `/log`, `/tsa` and unsigned `/files`); half of them may come at once, a constancia counts as ten; `0` sets no limit',
  ),
  maxConnectionsPerNetwork: integer(
    'SELLO_MAX_CONNECTIONS_PER_NETWORK',
    '1000',
    0,
    1_000_000,
    'Connections that each process keeps open to one network, not counting SELLO_TRUSTED_PROXIES; `0` sets no limit',
  ),
  maxRunningRequests: integer(
    'SELLO_MAX_RUNNING_REQUESTS',
    '2000',
    4,
    1_000_000,
    'The most requests of one account, by all its keys and people together, that each process works on at the same time; further ones get 429. All accounts together may have four times as many',
  ),
};

export function readHttpSettings({ take, needed }: SettingsReader): HttpSettings {
  const port = needed(HTTP_SETTINGS.port);
  return {
    port,
    host: needed(HTTP_SETTINGS.host),
    baseUrl: (take(HTTP_SETTINGS.baseUrl) ?? `http://localhost:${port}`).replace(/(?<!\/)\/+$/, ''),
    serviceName: needed(HTTP_SETTINGS.serviceName),
    trustedProxies: take(HTTP_SETTINGS.trustedProxies) ?? [],
    publicPerMinute: needed(HTTP_SETTINGS.publicPerMinute),
    maxConnectionsPerNetwork: needed(HTTP_SETTINGS.maxConnectionsPerNetwork),
    maxRunningRequests: needed(HTTP_SETTINGS.maxRunningRequests),
  };
}
