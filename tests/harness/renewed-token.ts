/** A token in a small log, and checkpoints of that log stamped by any provider. */

import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import {
  appendLeaves,
  createHashChildren,
  decodeTimestampResponse,
  EMPTY_FRONTIER,
  encodeNoteKey,
  encodeRenewalProof,
  encodeUtf8,
  foldNodes,
  type LeafScheme,
  leafHash,
  planInclusion,
  type Renewal,
  resolveProof,
  type StrongHash,
  signCheckpoint,
  toLeafFile,
} from '../../proof/src/index.ts';
import type { ForgedProvider } from './forged-provider.ts';
import { nodeEngine } from './node-engine.ts';

export type RenewedToken = {
  tsr: Uint8Array;
  /** SHA-256 of the document. */
  digest: Uint8Array;
  logKey: string;
  /** The checkpoint of the log, stamped by this provider at this time. */
  renew(by: ForgedProvider, at: Date): Promise<Renewal>;
};

const SALT = new Uint8Array(32).fill(0x5a);
const ORIGIN = 'sello.example/log';
const hashChildren = createHashChildren((bytes) => createHash('sha256').update(bytes).digest());

/** Makes a token, and a log in which it is the third of seven leaves. */
export async function stampIntoLog(
  provider: ForgedProvider,
  at: Date,
  {
    scheme = 'SELLO-LEAF-v2',
    stamped,
  }: { scheme?: LeafScheme; stamped?: { digest: Uint8Array; algorithm: StrongHash } } = {},
): Promise<RenewedToken> {
  const digest = await nodeEngine.digest('SHA-256', encodeUtf8('hola'));
  const tsr = await provider.stamp(stamped?.digest ?? digest, at, stamped?.algorithm);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const logKey = await encodeNoteKey(nodeEngine, ORIGIN, raw);
  const tokenSha256 = await nodeEngine.digest('SHA-256', decodeTimestampResponse(tsr).token!.der);
  const file = toLeafFile(
    ...(scheme === 'SELLO-LEAF-v3' && stamped
      ? ([stamped.algorithm, stamped.digest] as const)
      : (['SHA-256', digest] as const)),
  );
  const ours = await leafHash(nodeEngine, scheme, { salt: SALT, ...file, tokenSha256 });
  const leaves = Array.from({ length: 7 }, (_, i) =>
    i === 2 ? ours : new Uint8Array(createHash('sha256').update(`leaf ${i}`).digest()),
  );
  const { frontier, runs } = appendLeaves(EMPTY_FRONTIER, leaves, hashChildren);
  const root = foldNodes(frontier.nodes, hashChildren);
  const checkpoint = { origin: ORIGIN, size: 7, root, extensions: [] };
  const note = await signCheckpoint(nodeEngine, checkpoint, logKey, (bytes) => sign(null, bytes, privateKey));
  const read = ({ level, index }: { level: number; index: number }) => runs[level]!.hashes[index]!;
  const path = resolveProof(planInclusion(2, 7), read, hashChildren);
  return {
    tsr,
    digest,
    logKey,
    async renew(by, stampedAt) {
      const bytes = encodeUtf8(note);
      return {
        checkpoint: bytes,
        tsr: await by.stamp(await nodeEngine.digest('SHA-256', bytes), stampedAt),
        chain: [by.unitDer, by.rootDer],
        proof: encodeRenewalProof({ scheme, salt: SALT, tokenSha256, index: 2 }, path, note),
      };
    },
  };
}
