/** The days from which algorithms should no longer protect evidence. Renewals follow this table. */

import { ALGORITHM_NAMES, type AlgorithmName } from '@sello/proof';
import type { Setting } from '../kernel/settings/kinds.ts';

export type AlgorithmEnds = Readonly<Record<AlgorithmName, Date>>;

/**
 * After 2035, NIST disallows the signature algorithms that a quantum computer would break (IR 8547). For hashes and
 * ML-DSA nobody has named a day. These days are our choice, and leave years for a renewal.
 */
export const ALGORITHM_ENDS: AlgorithmEnds = {
  RSA: new Date('2035-01-01T00:00:00Z'),
  ECDSA: new Date('2035-01-01T00:00:00Z'),
  'P-256': new Date('2035-01-01T00:00:00Z'),
  'P-384': new Date('2035-01-01T00:00:00Z'),
  'P-521': new Date('2035-01-01T00:00:00Z'),
  Ed25519: new Date('2035-01-01T00:00:00Z'),
  'ML-DSA': new Date('2060-01-01T00:00:00Z'),
  'SHA-256': new Date('2045-01-01T00:00:00Z'),
  'SHA-384': new Date('2060-01-01T00:00:00Z'),
  'SHA-512': new Date('2060-01-01T00:00:00Z'),
  'Keccak-256': new Date('2045-01-01T00:00:00Z'),
};

/** Reads a setting such as `RSA@2031-01-01,SHA-256@2040-01-01`, which replaces days of the table. */
export function algorithmEnds(name: string, help: string): Setting<Partial<AlgorithmEnds>, undefined> {
  const parse = (given: string) => {
    const ends: Partial<Record<AlgorithmName, Date>> = {};
    for (const one of given.split(',')) {
      const [, named, day] = /^([A-Za-z0-9-]+)@(\d{4}-\d\d-\d\d)$/.exec(one.trim()) ?? [];
      const algorithm = ALGORITHM_NAMES.find((known) => known === named);
      const end = new Date(`${day}T00:00:00Z`);
      // `Date` would turn a day such as 2035-02-30 into another one.
      if (algorithm === undefined || Number.isNaN(end.getTime()) || !end.toISOString().startsWith(`${day}T`))
        return undefined;
      ends[algorithm] = end;
    }
    return ends;
  };
  const expects = `a list such as RSA@2031-01-01, of ${ALGORITHM_NAMES.join(', ')}`;
  return { name, fallback: undefined, help, parse, expects };
}
