/** Ids and hashes that exist: given at the start, and learnt from answers. */

import type { SeededRandom } from './seeded-random.ts';

const ID =
  /\b(cert|bat|key|prg|mem|mbs|trm|crs|awd|rst|imp|mrk|rnw|whk|dlv|evt|doc|drw|rvw|wch|org)_[0-9A-Za-z]{22}\b/g;
/** The most ids that are kept of each kind; later ones replace earlier ones. */
const MOST = 40;

const PREFIXES: Readonly<Record<string, string>> = {
  certificates: 'cert',
  batches: 'bat',
  programs: 'prg',
  members: 'mem',
  memberships: 'mbs',
  terms: 'trm',
  courses: 'crs',
  awards: 'awd',
  rosters: 'rst',
  imports: 'imp',
  markings: 'mrk',
  renewals: 'rnw',
  clocks: 'clk',
  webhooks: 'whk',
  deliveries: 'dlv',
  events: 'evt',
  documents: 'doc',
  draws: 'drw',
  reviews: 'rvw',
  watches: 'wch',
  'watch-addresses': 'wad',
  organizers: 'org',
};

export type KnownIds = {
  hashes: readonly string[];
  learn(text: string): void;
  /** An id for the address of an operation, such as `/members/{id}`. */
  forPath(template: string, random: SeededRandom): string;
  /** An id for a field of a body, such as `member_id`. */
  forField(name: string, random: SeededRandom): string;
};

export function makeKnownIds(hashes: readonly string[]): KnownIds {
  const found = new Map<string, string[]>();
  let learnt = 0;
  const any = (random: SeededRandom) => {
    const all = [...found.values()].flat();
    return all[random.below(all.length)] ?? 'cert_0000000000000000000000';
  };
  const ofKind = (prefix: string | undefined, random: SeededRandom) => {
    const ids = found.get(prefix ?? '') ?? [];
    if (random.below(8) === 0) return any(random);
    return ids[random.below(ids.length)] ?? any(random);
  };
  return {
    hashes,
    learn(text) {
      for (const [id, prefix = ''] of text.matchAll(ID)) {
        const ids = found.get(prefix) ?? [];
        if (!ids.includes(id)) ids[ids.length < MOST ? ids.length : learnt++ % MOST] = id;
        found.set(prefix, ids);
      }
    },
    forPath: (template, random) => ofKind(PREFIXES[/v1\/(\w+)/.exec(template)?.[1] ?? ''], random),
    forField: (name, random) => ofKind(PREFIXES[`${name.replace(/_ids?$/, '')}s`], random),
  };
}
