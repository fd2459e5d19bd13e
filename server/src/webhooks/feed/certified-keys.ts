/** Keys of certifications and reorganisations after (or before) a place in the list. */

import type { Query } from '../../database/pool.ts';
import type { Owner } from '../../kernel/owner.ts';
import { compareKeys, type Edge, type EventKey, RANK } from './event-keys.ts';
import { wants } from './feed.ts';
import { certifiedKeys, sizeFinalBefore } from './pg-certificate-keys.ts';
import { type Heads, numbersBelow } from './pg-heads.ts';
import { type Stage, stagesOf } from './stages.ts';

export type TypedKey = EventKey & { type: string };

/** The query: which types, from which position on, and at most `limit` keys from each source. */
export type KeysAsked = { heads: Heads; types: readonly string[]; edge: Edge; limit: number };

/** Reads the first `limit` keys of each stage. Usually there is one stage. */
export async function readCertifiedKeys(
  query: Query,
  owner: Owner,
  { heads, types, edge, limit }: KeysAsked,
): Promise<TypedKey[]> {
  const keys: TypedKey[] = [];
  for (const stage of stagesOf(heads.reorganisations, heads.certifiedSize)) {
    if (stage.low >= stage.high || !wants(types, stage.type)) continue;
    keys.push(...(await keysOfStage(query, owner, heads.network ?? '', stage, edge, limit)));
  }
  return keys;
}

async function keysOfStage(
  query: Query,
  owner: Owner,
  network: string,
  stage: Stage,
  edge: Edge,
  limit: number,
): Promise<TypedKey[]> {
  const [low = 0, high = 0] = await numbersBelow(query, owner, [stage.low, stage.high]);
  const { at, type } = stage;
  const toKey = (found: { at: Date; number: number }): TypedKey => ({
    source: 'certified',
    stage: stage.stage,
    number: found.number,
    at: found.at,
    type,
  });
  if (at !== undefined) return sameTimeKeys(low, high, edge, limit, (number) => toKey({ at, number }));
  const range = await rangeWithin(query, owner, network, stage, { low, high }, edge);
  return (await certifiedKeys(query, owner, network, { ...range, isDown: edge.isDown, limit })).map(toKey);
}

/** The keys of a stage whose events all have the same time. */
function sameTimeKeys(
  low: number,
  high: number,
  { isDown, key, since }: Edge,
  limit: number,
  toKey: (number: number) => TypedKey,
): TypedKey[] {
  const first = toKey(low);
  if (first.at <= since) return [];
  const isBefore = key !== undefined && compareKeys({ ...key, number: 0 }, { ...first, number: 0 }) === 0;
  const [from, to] = isBefore
    ? isDown
      ? [low, Math.min(high, key.number - 1)]
      : [Math.max(low, key.number), high]
    : [low, high];
  if (!isBefore && key !== undefined && compareKeys(first, key) > 0 === isDown) return [];
  const count = Math.max(0, Math.min(to - from, limit));
  return Array.from({ length: count }, (_, i) => toKey(isDown ? to - i : from + 1 + i));
}

/** Within a stage, times increase with numbers, so a limit in time can be turned into a limit in numbers. */
async function rangeWithin(
  query: Query,
  owner: Owner,
  network: string,
  { stage }: Stage,
  { low, high }: { low: number; high: number },
  { isDown, key, since }: Edge,
): Promise<{ low: number; high: number }> {
  const [old = 0] = await numbersBelow(query, owner, [await sizeFinalBefore(query, network, since, true)]);
  const kept = { low: Math.max(low, old), high };
  if (key === undefined) return kept;
  if (key.source === 'certified' && key.stage === stage)
    return isDown
      ? { ...kept, high: Math.min(high, key.number - 1) }
      : { ...kept, low: Math.max(kept.low, key.number) };
  // For events at exactly the time of the edge, the order of sources and stages decides.
  const isAfter = RANK.certified > RANK[key.source] || (key.source === 'certified' && stage > key.stage);
  const size = await sizeFinalBefore(query, network, key.at, !isAfter);
  const [bound = 0] = await numbersBelow(query, owner, [size]);
  return isDown ? { ...kept, high: Math.min(high, bound) } : { ...kept, low: Math.max(kept.low, bound) };
}
