/** Builds the blockchain proof of a certificate from what is stored, and never hands out one that does not hold. */

import {
  type BlockchainProof,
  type EthereumAnchor,
  encodeProofXml,
  findCommitment,
  inclusionSides,
  type MerklePath,
  verifyBlockchainProof,
} from '@sello/proof';
import type { Certificate } from '../domain/certificate.ts';
import { AppError } from '../domain/errors.ts';
import type { AccountId } from '../domain/ids.ts';
import type { AnchorRow, Needs, StoredToken } from '../ports.ts';
import { type LogIdentity, proveInclusion } from './sequence-log.ts';

type ProofPorts = Needs<'anchors' | 'merkleLog' | 'proofs' | 'crypto'>;

/** How each network is described in proofs. */
export type NetworkFacts = { network: string; trust: EthereumAnchor['trust']; finality: string };

export type ProofSubject = { accountId: AccountId; certificate: Certificate; token: StoredToken };

/** The XML, once the certificate is in a final block; the very same bytes ever after. */
export async function blockchainProof(
  ports: ProofPorts,
  identity: LogIdentity,
  facts: NetworkFacts,
  subject: ProofSubject,
): Promise<Uint8Array> {
  const { accountId, certificate } = subject;
  const stored = await ports.proofs.find(accountId, certificate.id);
  if (stored !== undefined) return stored;
  const anchor = certificate.leafIndex === undefined ? undefined : await ports.anchors.covering(facts.network, certificate.leafIndex);
  if (anchor === undefined || anchor.state !== 'final') throw proofNotReady(certificate, anchor);
  const xml = encodeProofXml(await describeProof(ports, identity, facts, subject, anchor));
  await assertHolds(ports, identity, subject, xml);
  return ports.proofs.keep(accountId, certificate.id, anchor.id, xml);
}

async function describeProof(
  ports: ProofPorts,
  identity: LogIdentity,
  facts: NetworkFacts,
  { certificate, token }: ProofSubject,
  anchor: AnchorRow,
): Promise<BlockchainProof> {
  const checkpoint = await ports.merkleLog.checkpointAt(anchor.treeSize);
  if (checkpoint === undefined || certificate.leafIndex === undefined) throw new Error(`Anchor ${anchor.id} has no checkpoint`);
  const path = await describePath(ports, certificate.leafIndex, anchor);
  return {
    status: 'final',
    certificate: { id: certificate.id, issuer: identity.origin },
    document: { fileSha256: Buffer.from(certificate.file.sha256, 'hex'), tokenSha256: token.tokenSha256 },
    leaf: { salt: token.salt, hash: token.leafHash },
    checkpoint: { path, note: checkpoint.note },
    anchors: [describeAnchor(facts, anchor, path)],
  };
}

async function describePath(ports: ProofPorts, leafIndex: number, { treeSize, root }: AnchorRow): Promise<MerklePath> {
  const hashes = await proveInclusion(ports, leafIndex, treeSize);
  const sides = inclusionSides(leafIndex, treeSize) ?? [];
  const steps = hashes.map((hash, i) => ({ side: sides[i] ?? 'left', hash }));
  return { leafIndex, treeSize, steps, root };
}

function describeAnchor(facts: NetworkFacts, anchor: AnchorRow, path: MerklePath): EthereumAnchor {
  if (anchor.block === undefined) throw new Error(`Anchor ${anchor.id} is in no block`);
  const { blockHash, blockNumber, blockTime, txIndex } = anchor.block;
  const offset = findCommitment(anchor.raw, anchor.root);
  if (offset === undefined) throw new Error(`The transaction of anchor ${anchor.id} does not hold its root`);
  return {
    ...facts,
    kind: 'ethereum',
    status: 'final',
    path,
    transaction: { hash: anchor.txHash, index: txIndex, raw: anchor.raw, commitmentOffset: offset },
    block: { hash: blockHash, number: blockNumber, timeSeconds: Math.floor(blockTime.getTime() / 1000) },
    inclusion:
      'header' in anchor.shown
        ? { type: 'mpt', nodes: anchor.shown.nodes, header: anchor.shown.header }
        : { type: 'none', reason: anchor.shown.notShown },
  };
}

/** A proof is checked as a stranger would check it before it is given to anybody. */
async function assertHolds(ports: ProofPorts, identity: LogIdentity, { certificate, token }: ProofSubject, xml: Uint8Array): Promise<void> {
  const expected = { fileSha256: Buffer.from(certificate.file.sha256, 'hex'), tokenSha256: token.tokenSha256 };
  const { verdict, checks } = await verifyBlockchainProof(ports.crypto, xml, expected, { logKeys: [identity.vkey] });
  if (verdict === 'consistent') return;
  const failed = checks.filter(({ outcome }) => outcome === 'fail').map(({ name, because }) => `${name}: ${because}`);
  throw new Error(`The proof of ${certificate.id} does not hold: ${failed.join('; ')}`);
}

export function proofNotReady(certificate: Certificate, anchor: AnchorRow | undefined): AppError {
  const [en, es] =
    certificate.leafIndex === undefined
      ? ['it waits for its place in the log (about a second)', 'espera su lugar en la bitácora (cerca de un segundo)']
      : anchor === undefined
        ? ['it is in the log and waits for the next anchoring transaction', 'está en la bitácora y espera la próxima transacción de anclaje']
        : ['its transaction is in a block that is not final yet', 'su transacción está en un bloque que aún no es definitivo'];
  return new AppError(
    'proof_not_ready',
    {
      en: `The blockchain proof is not ready yet: ${en}. The time stamp is valid already.`,
      es: `La prueba de blockchain aún no está lista: ${es}. El sello de tiempo ya es válido.`,
    },
    { retryAfterSeconds: anchor === undefined ? 5 : 15 },
  );
}
