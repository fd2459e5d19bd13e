/** The public routes of the log (C2SP tlog-tiles): anyone can check that nothing is removed or back-dated. */

import { type CryptoEngine, encodeCoseKeys } from '@sello/proof';
import { Type } from 'typebox';
import type { App } from '../http/app.ts';
import { errorResponses } from '../http/error-responses.ts';
import { contentOf, nullable } from '../http/schema.ts';
import { AppError } from '../kernel/errors.ts';
import { type LogKey, ofAlgorithm, readLogKeys, signingNow } from './log-keys.ts';
import type { MerkleLogStore } from './ports.ts';
import { entryRoutes, FOR_EVER, REFUSALS, TAGS, tileRoutes } from './routes-public-tiles.ts';
import { emptyCheckpoint, type LogIdentity, proveConsistency } from './sequence-log.ts';
import type { CosignatureStore } from './witnesses/ports.ts';
import { withCosignatures } from './witnesses/witnessed-checkpoint.ts';

export type LogRoutePorts = {
  merkleLog: MerkleLogStore;
  cosignatures: CosignatureStore;
  crypto: CryptoEngine;
};

const FOR_A_SECOND = 'public, max-age=1';
const PLAIN = 'text/plain; charset=utf-8';

const textAnswer = (description: string, example: string) => ({
  description,
  content: { 'text/plain': { schema: Type.Unsafe<string>({ type: 'string', examples: [example] }) } },
});

const EXAMPLE_KEY = 'sello.example/log+8c20f99a+AepKbGPinFIKvvVQexMuxfmVR3auvr57kkIe6mkURtIs';
const EXAMPLE_CHECKPOINT = `sello.example/log
7
rE4kZ04Lz4rPKWiOjCO/JKvyvQtDYQoUeIzfu3DWHgs=

— sello.example/log jCD5mlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`;

const keysOf = (description: string) =>
  Type.Array(
    Type.Object({
      key: Type.String({ description: 'As C2SP signed notes write it.', examples: [EXAMPLE_KEY] }),
      added_at: nullable(Type.String({ format: 'date-time', description: "Null for the log's first key." })),
      retired_at: nullable(
        Type.String({
          format: 'date-time',
          description: 'When it stopped signing; null for a key that still signs.',
        }),
      ),
    }),
    { description },
  );

const LogKeys = Type.Object(
  {
    keys: keysOf('Those of Ed25519, the oldest first.'),
    ml_dsa_keys: keysOf(
      'Those of ML-DSA-44 (type `06`), the oldest first; empty for a log that never had one. Store these too: their signatures outlive elliptic curves.',
    ),
  },
  { title: 'LogKeys', description: 'The keys of the log.' },
);

export function logRoutes(app: App, ports: LogRoutePorts, identity: LogIdentity): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
  });
  keyRoutes(app, ports, identity);
  checkpointRoutes(app, ports, identity);
  tileRoutes(app, ports);
  entryRoutes(app, ports);
  consistencyRoute(app, ports);
}

function keyRoutes(app: App, ports: LogRoutePorts, { keyRing }: LogIdentity): void {
  const signing = {
    operationId: 'getLogKey',
    summary: 'The verifier keys that sign for the log now',
    description:
      'The Ed25519 key that signs checkpoints, in the form of C2SP signed notes: `<name>+<id>+<key>`, one per line. During a key change there are two, and every checkpoint has both signatures, in this order. Store the keys early: a key that you got from another source makes later proofs independent of this service. The key of ML-DSA-44, which many programs do not know yet, is at `/log/keys`.',
    tags: TAGS,
    response: {
      200: textAnswer('Each verifier key and a newline.', `${EXAMPLE_KEY}\n`),
      ...errorResponses(...REFUSALS),
    },
  };
  app.get('/key', { schema: signing }, async (_request, reply) => {
    const keys = ofAlgorithm(signingNow(await readLogKeys(ports, keyRing)), 'ed25519');
    return reply.type(PLAIN).send(keys.map(({ vkey }) => `${vkey}\n`).join(''));
  });

  const all = {
    operationId: 'getLogKeys',
    summary: 'Every verifier key of the log',
    description:
      'The keys that sign checkpoints now, and retired keys, whose signatures stay valid. Oldest first.',
    tags: TAGS,
    response: { 200: LogKeys, ...errorResponses(...REFUSALS) },
  };
  app.get('/keys', { schema: all }, async () => {
    const keys = await readLogKeys(ports, keyRing);
    return {
      keys: ofAlgorithm(keys, 'ed25519').map(toAnswer),
      ml_dsa_keys: ofAlgorithm(keys, 'ml-dsa-44').map(toAnswer),
    };
  });
  coseKeysRoute(app, ports, keyRing);
}

const COSE_KEY_SET = 'application/cose-key-set';

/** The Ed25519 keys of `/keys`, in the form that readers of COSE receipts know. */
function coseKeysRoute(app: App, ports: LogRoutePorts, keyRing: LogIdentity['keyRing']): void {
  const schema = {
    operationId: 'getLogCoseKeys',
    summary: 'The keys that sign receipts, as a COSE_KeySet',
    description:
      'The Ed25519 keys of the log in CBOR (RFC 9052, section 7), retired ones included, the oldest first. Each `kid` is the id in the verifier key. Programs that check COSE receipts (RFC 9942) take this; `sello verify` takes the verifier key itself.',
    tags: TAGS,
    response: {
      200: {
        description: 'A COSE_KeySet.',
        content: { [COSE_KEY_SET]: { schema: contentOf(COSE_KEY_SET) } },
      },
      ...errorResponses(...REFUSALS),
    },
  };
  app.get('/cose-keys', { schema }, async (_request, reply) => {
    const keys = await readLogKeys(ports, keyRing);
    const set = await encodeCoseKeys(
      ports.crypto,
      keys.map(({ vkey }) => vkey),
    );
    return reply.type(COSE_KEY_SET).send(Buffer.from(set));
  });
}

function toAnswer({ vkey, addedAt, retiredAt }: LogKey) {
  return {
    key: vkey,
    added_at: addedAt?.toISOString() ?? null,
    retired_at: retiredAt?.toISOString() ?? null,
  };
}

function checkpointRoutes(app: App, ports: LogRoutePorts, identity: LogIdentity): void {
  const newest = {
    operationId: 'getCheckpoint',
    summary: 'The newest checkpoint',
    description:
      'Size and root of the log, signed (C2SP tlog-checkpoint), with the cosignatures of witnesses that have arrived so far (C2SP tlog-cosignature). An empty log has a checkpoint too.',
    tags: TAGS,
    response: { 200: textAnswer('A signed note.', EXAMPLE_CHECKPOINT), ...errorResponses(...REFUSALS) },
  };
  app.get('/checkpoint', { schema: newest }, async (_request, reply) => {
    const checkpoint = await ports.merkleLog.latestCheckpoint();
    const note =
      checkpoint === undefined
        ? await emptyCheckpoint(ports, identity)
        : (await withCosignatures(ports, checkpoint)).note;
    return reply.type(PLAIN).header('cache-control', FOR_A_SECOND).send(note);
  });

  const witnessed = {
    operationId: 'getWitnessedCheckpoint',
    summary: 'The newest witnessed checkpoint',
    description:
      'The newest checkpoint with as many cosignatures of witnesses as the operator requires. It is some seconds older than the newest checkpoint; 404 if there is none.',
    tags: TAGS,
    response: { 200: textAnswer('A signed note.', EXAMPLE_CHECKPOINT), ...errorResponses(404, ...REFUSALS) },
  };
  app.get('/witnessed-checkpoint', { schema: witnessed }, async (_request, reply) => {
    const checkpoint = await ports.cosignatures.newestWitnessed();
    if (checkpoint === undefined) throw notWitnessed(ports.cosignatures.quorum);
    const { note } = await withCosignatures(ports, checkpoint);
    return reply.type(PLAIN).header('cache-control', FOR_A_SECOND).send(note);
  });
}

function consistencyRoute(app: App, ports: LogRoutePorts): void {
  const size = (what: string) => Type.Integer({ minimum: 0, description: what, examples: [0] });
  const schema = {
    operationId: 'getConsistency',
    summary: 'Proof that the log only grew',
    description:
      'The hashes that lead from the root of an older checkpoint to that of a newer one (RFC 9162, 2.1.4).',
    tags: TAGS,
    querystring: Type.Object({
      first: size('The number of leaves of the older checkpoint.'),
      second: size('The number of leaves of the newer checkpoint.'),
    }),
    response: {
      200: Type.Object(
        {
          first: Type.Integer(),
          second: Type.Integer(),
          path: Type.Array(Type.String({ description: 'A hash in base64.' })),
        },
        { title: 'Consistency', description: 'The proof.' },
      ),
      ...errorResponses(422, ...REFUSALS),
    },
  };
  app.get('/consistency', { schema }, async (request, reply) => {
    const { first, second } = request.query;
    const latest = (await ports.merkleLog.latestCheckpoint())?.size ?? 0;
    if (first > second || second > latest) throw outOfRange(latest);
    const path = await proveConsistency(ports, first, second);
    reply.header('cache-control', FOR_EVER);
    return { first, second, path: path.map((hash) => Buffer.from(hash).toString('base64')) };
  });
}

function outOfRange(size: number): AppError {
  return new AppError('validation_failed', {
    en: `\`first\` must not be larger than \`second\`, and \`second\` not larger than the log, which has ${size} leaves.`,
    es: `\`first\` no debe ser mayor que \`second\`, ni \`second\` mayor que el registro público, que tiene ${size} hojas.`,
  });
}

function notWitnessed(quorum: number): AppError {
  if (quorum === 0) {
    return new AppError('not_found', {
      en: 'No witnesses are configured for this log. The newest checkpoint is at `/log/checkpoint`.',
      es: 'Este registro público no tiene testigos configurados. El punto de control más reciente está en `/log/checkpoint`.',
    });
  }
  return new AppError('not_found', {
    en: `No checkpoint has the cosignatures of ${quorum} witnesses yet. The newest one is at \`/log/checkpoint\`.`,
    es: `Ningún punto de control tiene aún las cofirmas de ${quorum} testigos. El más reciente está en \`/log/checkpoint\`.`,
  });
}
