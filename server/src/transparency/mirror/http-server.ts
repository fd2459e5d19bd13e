/**
 * Serves the copy of a log as the log serves itself (C2SP tlog-tiles), at addresses that begin with the SHA-256 of its
 * name (C2SP tlog-mirror). Only what the mirror's checkpoint covers is served: a tile that was copied for a later
 * checkpoint is not shown yet.
 */

import type { IncomingMessage, Server } from 'node:http';
import {
  decodeCheckpoint,
  decodeEntryBundle,
  type EntryBundle,
  hasTile,
  parseEntriesPath,
  parseTilePath,
  TILE_WIDTH,
  type Tile,
} from '@sello/proof';
import type { Logger } from '../../kernel/logger.ts';
import { type Answer, createSmallServer, NOTHING_HERE, onlyBy } from '../witness-server/small-server.ts';
import { originHash, type WitnessMemory } from '../witness-server/state-folder.ts';
import type { WitnessKey } from '../witness-server/witness-key.ts';
import type { MirrorFiles } from './mirror-files.ts';

type MirrorServerPorts = { logger: Logger; files: MirrorFiles; memory: WitnessMemory };

const BYTES = 'application/octet-stream';
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_A_SECOND = 'public, max-age=1';
const HASH_BYTES = 32;
/**
 * How often a tile or bundle is looked for. A narrower version is deleted once a wider one is stored, which may happen
 * between two reads.
 */
const TRIES = 2;

export function createMirrorServer(ports: MirrorServerPorts, key: WitnessKey, origin: string): Server {
  const prefix = `/${originHash(origin)}/`;

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    return onlyBy('GET', request, async () => {
      if (path === '/') return describe();
      return path.startsWith(prefix) ? show(path.slice(prefix.length)) : NOTHING_HERE;
    });
  }

  async function show(path: string): Promise<Answer> {
    const note = await ports.memory.read(origin);
    if (note === undefined) return { status: 404, text: 'This mirror has not copied the log yet.\n' };
    if (path === 'checkpoint') return { status: 200, text: note, cache: FOR_A_SECOND };
    const tile = parseTilePath(path);
    const bundle = parseEntriesPath(path);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { size } = decodeCheckpoint((await ports.memory.read(origin)) ?? note);
      const bytes = tile ? await readTile(size, tile) : bundle && (await readEntries(size, bundle));
      if (bytes !== undefined) return { status: 200, type: BYTES, text: bytes, cache: FOR_EVER };
    }
    return NOTHING_HERE;
  }

  async function readTile(size: number, tile: Tile): Promise<Uint8Array | undefined> {
    if (!hasTile(size, tile)) return undefined;
    const stored = await ports.files.readTile({ ...tile, width: widthIn(size, tile) });
    return stored?.subarray(0, tile.width * HASH_BYTES);
  }

  async function readEntries(size: number, bundle: EntryBundle): Promise<Uint8Array | undefined> {
    const tile = { level: 0, ...bundle };
    if (!hasTile(size, tile)) return undefined;
    const stored = await ports.files.readEntries({ index: bundle.index, width: widthIn(size, tile) });
    if (stored === undefined) return undefined;
    const entries = decodeEntryBundle(stored, bundle.width);
    return stored.subarray(
      0,
      entries.reduce((sum, entry) => sum + 2 + entry.length, 0),
    );
  }

  async function describe(): Promise<Answer> {
    const lines = [
      'A mirror of a transparency log (c2sp.org/tlog-mirror).',
      key.vkey,
      '',
      `${origin} ${prefix}checkpoint`,
      '',
    ];
    return { status: 200, text: lines.join('\n') };
  }

  return createSmallServer(ports, 'mirror.broken', answerTo);
}

/** The width of the stored version of a tile, in the copy of a log with `size` leaves. */
function widthIn(size: number, { level, index }: Tile): number {
  return Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
}
