import type { HttpSettings } from './settings.ts';

/** Where this service stands, and what it calls itself. */
export type Site = Pick<HttpSettings, 'baseUrl' | 'serviceName'>;
