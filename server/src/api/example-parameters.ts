/** Values for ids in the addresses of examples: well formed, but obviously made up. */

import type { IdByPrefix } from '../kernel/ids.ts';
import { EXAMPLE_HASH, exampleId } from '../memberships/examples.ts';

/** The prefix of an id, by the name of the first collection in the address. */
const PREFIXES: Record<string, keyof IdByPrefix> = {
  awards: 'awd',
  batches: 'bat',
  certificates: 'cert',
  courses: 'crs',
  deliveries: 'dlv',
  draws: 'drw',
  events: 'evt',
  imports: 'imp',
  markings: 'mrk',
  'member-requests': 'mrq',
  clocks: 'clk',
  members: 'mem',
  memberships: 'mbs',
  organizers: 'org',
  people: 'per',
  programs: 'prg',
  renewals: 'rnw',
  reviews: 'rvw',
  rosters: 'rst',
  terms: 'trm',
  'watch-addresses': 'wad',
  watches: 'wch',
  webhooks: 'whk',
};

const OTHERS: Record<string, string> = {
  hash: EXAMPLE_HASH,
  requirement: 'total',
  code: 'cuota',
  level: '0',
  index: '000',
  partial: '000.p',
  width: '1',
  type: 'nom151',
};

/** `path` is written as in the OpenAPI document, with the parameter in braces. */
export function exampleParameter(path: string, name: string): string {
  const collection = /\/v1\/(?:desk\/)?([\w-]+)\//.exec(path)?.[1] ?? '';
  const prefix = name === 'id' ? PREFIXES[collection] : undefined;
  const example = prefix === undefined ? OTHERS[name] : exampleId(prefix);
  if (example === undefined) throw new Error(`${path} has no example of {${name}}`);
  return example;
}
