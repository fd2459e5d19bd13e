/**
 * Tiles of the tree and bundles of entries (C2SP tlog-tiles). They never change, and are enough to compute any root or
 * proof.
 */

import type { CryptoEngine } from '@sello/proof';
import {
  type EntryBundle,
  encodeEntryBundle,
  entryHash,
  equalBytes,
  hasTile,
  parseEntriesPath,
  parseTilePath,
  TILE_WIDTH,
  tileNodes,
} from '@sello/proof';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../http/app.ts';
import { errorResponses } from '../http/error-responses.ts';
import { nothingHere } from '../http/errors.ts';
import { AppError } from '../kernel/errors.ts';
import type { MerkleLogStore } from './ports.ts';

type TilePorts = { merkleLog: MerkleLogStore; crypto: CryptoEngine };

/** Published tiles never change. */
export const FOR_EVER = 'public, max-age=31536000, immutable';
export const TAGS = ['Log'];
/** The errors that every route of the log may return. The rate limit is per network. */
export const REFUSALS = ['rate_limit_exceeded', 500, 503] as const;

const BYTES = 'application/octet-stream';

const Level = Type.String({
  description: 'Level of the tile, 0 to 63: each hash of level L covers 256^L leaves.',
});
const indexOf = (what: string) =>
  Type.String({
    description: `Index of the ${what}, in three digits. From 1,000 on it has several parts, all but the last with an \`x\`: \`x001/234\`.`,
  });
const PartialIndex = Type.String({ description: 'The index, followed by `.p`.' });
const widthOf = (what: string) => Type.String({ description: `Number of ${what}, 1 to 255.` });

type Described = { operationId: string; summary: string; description: string; params: object; bytes: string };

function toSchema({ bytes: description, ...described }: Described) {
  const content = { [BYTES]: { schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) } };
  return {
    ...described,
    tags: TAGS,
    response: { 200: { description, content }, ...errorResponses(400, 404, ...REFUSALS) },
  };
}

export function tileRoutes(app: App, ports: TilePorts): void {
  const bytes = 'Hashes of 32 bytes each, one after the other.';
  const full = toSchema({
    operationId: 'getTile',
    summary: 'A full tile',
    description:
      '256 neighbouring hashes of the Merkle tree (C2SP tlog-tiles). With tiles, anybody can compute any proof without this service. A full tile never changes. Level 0 has the leaves; the entries that hash to them are in `/log/tile/entries/`.',
    params: Type.Object({ level: Level, index: indexOf('tile') }),
    bytes,
  });
  const partial = toSchema({
    operationId: 'getPartialTile',
    summary: 'A partial tile',
    description:
      'The first hashes of an incomplete tile, at the end of the tree. Every width that the log has reached can be requested.',
    params: Type.Object({ level: Level, partial: PartialIndex, width: widthOf('hashes in the tile') }),
    bytes,
  });
  const send = (request: FastifyRequest, reply: FastifyReply) => sendTile(ports, request, reply);
  app.get('/tile/:level/:index', { schema: full }, send);
  app.get('/tile/:level/:partial/:width', { schema: partial }, send);
  // For indexes that are written in several parts (`x001/234`).
  app.get('/tile/*', { schema: { hide: true } }, send);
}

async function sendTile({ merkleLog }: TilePorts, request: FastifyRequest, reply: FastifyReply) {
  const tile = parseTilePath(pathBelowLog(request));
  const checkpoint = await merkleLog.latestCheckpoint();
  if (tile === undefined || checkpoint === undefined || !hasTile(checkpoint.size, tile)) throw nothingHere();
  const { level, firstIndex, count } = tileNodes(tile);
  const hashes = await merkleLog.readTile(level, firstIndex / TILE_WIDTH, count);
  if (hashes === undefined) throw nothingHere();
  return reply.type(BYTES).header('cache-control', FOR_EVER).send(hashes);
}

export function entryRoutes(app: App, ports: TilePorts): void {
  const bytes = 'The entries, one after the other. Each has 32 bytes and follows its length `0020`.';
  const full = toSchema({
    operationId: 'getEntries',
    summary: 'A full bundle of entries',
    description:
      '256 neighbouring entries of the log (C2SP tlog-tiles). The SHA-256 of a zero byte followed by an entry is its leaf, in the tile of level 0 with the same index. An entry is a salted commitment and reveals nothing about a file. It never changes. 404 if a leaf of the bundle has the first form (SELLO-LEAF-v1), of which only the hash can be published.',
    params: Type.Object({ index: indexOf('bundle') }),
    bytes,
  });
  const partial = toSchema({
    operationId: 'getPartialEntries',
    summary: 'A partial bundle of entries',
    description:
      'The first entries of an incomplete bundle, at the end of the log. Every width that the log has reached can be requested.',
    params: Type.Object({ partial: PartialIndex, width: widthOf('entries in the bundle') }),
    bytes,
  });
  const send = (request: FastifyRequest, reply: FastifyReply) => sendEntries(ports, request, reply);
  app.get('/tile/entries/:index', { schema: full }, send);
  app.get('/tile/entries/:partial/:width', { schema: partial }, send);
  // For indexes that are written in several parts (`x001/234`).
  app.get('/tile/entries/*', { schema: { hide: true } }, send);
}

async function sendEntries(ports: TilePorts, request: FastifyRequest, reply: FastifyReply) {
  const bundle = parseEntriesPath(pathBelowLog(request));
  const checkpoint = await ports.merkleLog.latestCheckpoint();
  if (bundle === undefined || checkpoint === undefined || !hasTile(checkpoint.size, { level: 0, ...bundle }))
    throw nothingHere();
  const entries = await ports.merkleLog.readEntries(bundle.index, bundle.width);
  if (entries === undefined) throw notPublished();
  await assertHashed(ports, bundle, entries);
  return reply.type(BYTES).header('cache-control', FOR_EVER).send(encodeEntryBundle(entries));
}

/** Throws unless the bundle hashes to its tile. Caches keep a bundle for a year, so a wrong one is never served. */
async function assertHashed(
  { merkleLog, crypto }: TilePorts,
  { index, width }: EntryBundle,
  entries: readonly Uint8Array[],
): Promise<void> {
  const leaves = await merkleLog.readTile(0, index, width);
  const hashes = await Promise.all(entries.map((entry) => entryHash(crypto, entry)));
  if (leaves === undefined || !equalBytes(Buffer.concat(hashes), leaves))
    throw new Error(`The entries of bundle ${index} do not hash to its leaves; run \`sello fsck\``);
}

function notPublished(): AppError {
  return new AppError('not_found', {
    en: 'This bundle holds an entry from before the log published entries: its leaf is a hash of the digests themselves, which only their owners may show. Its hashes are in `/log/tile/0/…`.',
    es: 'Este paquete contiene una entrada anterior a que el registro público publicara sus entradas: su hoja es un hash de los resúmenes mismos, que solo sus dueños pueden mostrar. Sus hashes están en `/log/tile/0/…`.',
  });
}

/** The path as it was sent. An escaped address is a different one, and each tile has exactly one address. */
function pathBelowLog({ url }: FastifyRequest): string {
  return (url.split('?', 1)[0] ?? '').replace(/^.*?\/log\//, '');
}
