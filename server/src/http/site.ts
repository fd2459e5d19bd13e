import type { HttpSettings } from './settings.ts';

/** The service's public address and name. */
export type Site = Pick<HttpSettings, 'baseUrl' | 'serviceName'>;
