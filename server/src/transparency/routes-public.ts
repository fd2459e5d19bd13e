/** The public routes of the log (C2SP tlog-tiles): anyone can check that nothing is removed or back-dated. */

import { hasTile, parseTilePath, TILE_WIDTH, tileNodes } from '@sello/proof';
import { Type } from 'typebox';
import type { App } from '../http/app.ts';
import { nothingHere } from '../http/errors.ts';
import { AppError } from '../kernel/errors.ts';
import type { MerkleLogStore } from './ports.ts';
import { type LogIdentity, proveConsistency } from './sequence-log.ts';

export type LogRoutePorts = { merkleLog: MerkleLogStore };

/** A published tile or consistency proof never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export function logRoutes(app: App, ports: LogRoutePorts, identity: LogIdentity): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
  });

  app.get('/checkpoint', { schema: { hide: true } }, async (_request, reply) => {
    const checkpoint = await ports.merkleLog.latestCheckpoint();
    if (checkpoint === undefined) throw nothingHere();
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=1')
      .send(checkpoint.note);
  });

  app.get('/key', { schema: { hide: true } }, async (_request, reply) => {
    return reply.type('text/plain; charset=utf-8').send(`${identity.vkey}\n`);
  });

  app.get('/tile/*', { schema: { hide: true } }, async (request, reply) => {
    const tile = parseTilePath(`tile/${(request.params as { '*': string })['*']}`);
    const checkpoint = await ports.merkleLog.latestCheckpoint();
    if (tile === undefined || checkpoint === undefined || !hasTile(checkpoint.size, tile))
      throw nothingHere();
    const { level, firstIndex, count } = tileNodes(tile);
    const hashes = await ports.merkleLog.readTile(level, firstIndex / TILE_WIDTH, count);
    if (hashes === undefined) throw nothingHere();
    return reply.type('application/octet-stream').header('cache-control', FOR_EVER).send(hashes);
  });

  app.get(
    '/consistency',
    {
      schema: {
        hide: true,
        querystring: Type.Object({
          first: Type.Integer({ minimum: 0 }),
          second: Type.Integer({ minimum: 0 }),
        }),
      },
    },
    async (request, reply) => {
      const { first, second } = request.query;
      const size = (await ports.merkleLog.latestCheckpoint())?.size ?? 0;
      if (first > second || second > size) throw outOfRange(size);
      const path = await proveConsistency(ports, first, second);
      reply.header('cache-control', FOR_EVER);
      return { first, second, path: path.map((hash) => Buffer.from(hash).toString('base64')) };
    },
  );
}

function outOfRange(size: number): AppError {
  return new AppError('validation_failed', {
    en: `\`first\` must not be larger than \`second\`, and \`second\` not larger than the log, which has ${size} leaves.`,
    es: `\`first\` no debe ser mayor que \`second\`, ni \`second\` mayor que la bitácora, que tiene ${size} hojas.`,
  });
}
