/**
 * Moves tiles of a log to the file store, and captures everything that the log publishes, to compare before and after.
 */

import { createHash } from 'node:crypto';
import { entriesPath, type Tile, tilePath } from '@sello/proof';
import { makeLogRows } from '../../server/src/transparency/pg-log.ts';
import { proveConsistency, proveInclusion } from '../../server/src/transparency/sequence-log.ts';
import { type Moved, type MoveRules, moveTiles } from '../../server/src/transparency/tiles/move-tiles.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { TestSello } from './test-sello.ts';
import { turnByHand } from './turn-by-hand.ts';

/** Moves all full tiles, in small portions, so that as few rows as possible stay. */
export const ALL_OF_IT: MoveRules = { keepLeaves: 0, portionLeaves: 512, portions: 1_000 };

export async function moveOnce(
  { ports, database }: Pick<TestSello, 'ports' | 'database'>,
  rules = ALL_OF_IT,
): Promise<Moved> {
  const moving = { ...ports, database: ports.records, rows: makeLogRows(ports.records) };
  return moveTiles(moving, await turnByHand(database), rules);
}

type LogRowCounts = { nodes: number; entries: number };

export async function countLogRows({ database }: Pick<TestSello, 'database'>): Promise<LogRowCounts> {
  const [row] = await database.query(
    'select (select count(*)::integer from log_nodes) as nodes, (select count(*)::integer from log_entries) as entries',
  );
  return row as LogRowCounts;
}

type Place = { index: number; size: number; first: number };

export function somePlaces(random: SeededRandom, size: number, count: number): Place[] {
  return Array.from({ length: count }, () => {
    const at = 1 + random.below(size);
    return { index: random.below(at), size: at, first: 1 + random.below(at) };
  });
}

/** The answers, by name, for every tile and bundle, for some partial ones, and for proofs. */
export async function pictureOf(
  sello: Pick<TestSello, 'call' | 'ports'>,
  size: number,
  places: readonly Place[],
): Promise<Record<string, string>> {
  const picture: Record<string, string> = {};
  const { merkleLog } = sello.ports;
  for (const { level, index, width } of tilesOf(size)) {
    const name = `${level}/${index}/${width}`;
    picture[name] = hex([(await merkleLog.readTile(8 * level, index, width)) ?? Buffer.of()]);
    if (level === 0) picture[`entries ${name}`] = hex((await merkleLog.readEntries(index, width)) ?? []);
    if (index > 3) continue;
    for (const path of [tilePath({ level, index, width }), entriesPath({ index, width })])
      picture[path] = await answerTo(sello, path);
  }
  for (const { index, size: at, first } of places) {
    picture[`${index} in ${at}`] = hex(await proveInclusion(sello.ports, index, at));
    picture[`${first} to ${at}`] = hex(await proveConsistency(sello.ports, first, at));
  }
  return picture;
}

async function answerTo(sello: Pick<TestSello, 'call'>, path: string): Promise<string> {
  const { status, headers, bytes } = await sello.call('GET', `/log/${path}`);
  // A refusal contains the id of its request, so its bytes cannot be compared.
  if (status === 404) return '404';
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return [status, headers['content-type'], headers['cache-control'], bytes.length, sha256].join(' ');
}

function tilesOf(size: number): Tile[] {
  const tiles: Tile[] = [];
  for (let level = 0; 256 ** level <= size; level += 1) {
    const hashes = Math.floor(size / 256 ** level);
    for (let index = 0; index * 256 < hashes; index += 1) {
      const most = Math.min(hashes - index * 256, 256);
      const widths = index === 1 ? new Set([1, most - 1, most]) : [most];
      for (const width of widths) if (width > 0) tiles.push({ level, index, width });
    }
  }
  return tiles;
}

function hex(hashes: readonly Uint8Array[]): string {
  return hashes.map((hash) => Buffer.from(hash).toString('hex')).join(' ');
}
