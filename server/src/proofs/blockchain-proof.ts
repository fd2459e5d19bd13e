/** Builds the blockchain proof of a certificate from stored data, and verifies it before issuing it. */

import type { CryptoEngine } from '@sello/proof';
import {
  type BlockchainProof,
  commitsTo,
  decodeTimestampResponse,
  decodeTransaction,
  type EthereumAnchor,
  encodeProofXml,
  findLeafScheme,
  inclusionSides,
  type LeafScheme,
  type MerklePath,
  type TimestampToken,
  verifyBlockchainProof,
} from '@sello/proof';
import type { AnchorRow, AnchorStore, ChainFacts } from '../anchoring/ports.ts';
import type { Certificate, CertificateAnchor } from '../certificates/certificate.ts';
import { leafFileOf } from '../certificates/long-digests/leaf-file.ts';
import type { StoredToken } from '../certificates/ports.ts';
import { AppError } from '../kernel/errors.ts';
import type { AccountId } from '../kernel/ids.ts';
import { readLogKeys } from '../transparency/log-keys.ts';
import type { MerkleLogStore } from '../transparency/ports.ts';
import { type LogIdentity, proveInclusion } from '../transparency/sequence-log.ts';
import type { CosignatureStore } from '../transparency/witnesses/ports.ts';
import { checkpointForLeaf } from '../transparency/witnesses/witnessed-checkpoint.ts';
import type { ProofStore } from './ports.ts';

type ProofPorts = {
  anchors: AnchorStore;
  merkleLog: MerkleLogStore;
  cosignatures: CosignatureStore;
  proofs: ProofStore;
  crypto: CryptoEngine;
};

export type ProofSubject = { accountId: AccountId; certificate: Certificate; token: StoredToken };

/** The proof as XML. It exists once the certificate is in a final block, and its bytes stay the same from then on. */
export async function blockchainProof(
  ports: ProofPorts,
  identity: LogIdentity,
  subject: ProofSubject,
): Promise<Uint8Array> {
  const { accountId, certificate } = subject;
  const stored = await ports.proofs.find(accountId, certificate.id);
  if (stored !== undefined) return stored;
  const { leafIndex, anchor: covered } = certificate;
  if (leafIndex === undefined || covered === undefined || !covered.isFinal) throw proofNotReady(certificate);
  const anchor = await ports.anchors.covering(covered.network, leafIndex);
  // The chain may have dropped the block between the two reads, or may drop it while the proof is made.
  const takenBack = () => proofNotReady({ ...certificate, anchor: undefined });
  if (anchor === undefined || anchor.state !== 'final') throw takenBack();
  const proof = await describeProof(ports, identity, subject, leafIndex, anchor);
  const xml = encodeProofXml(proof);
  await assertHolds(ports, identity, subject, proof, xml);
  const kept = await ports.proofs.keep(accountId, certificate.id, anchor.id, xml);
  if (kept === undefined) throw takenBack();
  return kept;
}

async function describeProof(
  ports: ProofPorts,
  identity: LogIdentity,
  { certificate, token }: ProofSubject,
  leafIndex: number,
  anchor: AnchorRow,
): Promise<BlockchainProof> {
  const checkpoint = await checkpointForLeaf(ports, leafIndex, anchor.treeSize);
  const chain = await ports.anchors.chain(anchor.network);
  if (checkpoint === undefined || chain === undefined)
    throw new Error(`Anchor ${anchor.id} has no checkpoint or no chain`);
  const path = await describePath(ports, leafIndex, anchor);
  const { size: treeSize, root, note } = checkpoint;
  const document = await documentOf(ports, { certificate, token });
  return {
    status: 'final',
    certificate: { id: certificate.id, issuer: identity.origin },
    document,
    ...(token.way && { isShared: true as const }),
    leaf: {
      scheme: await leafSchemeOf(ports, document, token),
      salt: token.salt,
      hash: token.leafHash,
    },
    checkpoint: { path: await describePath(ports, leafIndex, { treeSize, root }), note },
    anchors: [describeAnchor(chain, anchor, path)],
  };
}

/** What a leaf commits to besides its salt. */
export async function documentOf(
  { crypto }: Pick<ProofPorts, 'crypto'>,
  { certificate, token }: Omit<ProofSubject, 'accountId'>,
): Promise<BlockchainProof['document']> {
  return {
    ...leafFileOf(certificate.file),
    tokenSha256: await crypto.digest('SHA-256', tokenIn(token).der),
  };
}

/**
 * The form of the leaf. It need not be stored, because the parts of the proof give the stored leaf in one form only.
 */
export async function leafSchemeOf(
  { crypto }: Pick<ProofPorts, 'crypto'>,
  document: BlockchainProof['document'],
  { salt, leafHash }: StoredToken,
): Promise<LeafScheme> {
  const scheme = await findLeafScheme(crypto, { salt, ...document }, leafHash);
  if (scheme === undefined) throw new Error('A stored leaf is not made of its salt, file and time stamp');
  return scheme;
}

/**
 * The same proof, but with a later checkpoint that witnesses have cosigned, if there is one. Used for files that are
 * made on each request.
 */
export async function witnessedSince(
  ports: Pick<ProofPorts, 'merkleLog' | 'cosignatures'>,
  proof: BlockchainProof,
): Promise<BlockchainProof> {
  const { leafIndex, treeSize } = proof.checkpoint.path;
  const checkpoint = await checkpointForLeaf(ports, leafIndex, treeSize);
  if (checkpoint === undefined) return proof;
  const { size, root, note } = checkpoint;
  const path = await describePath(ports, leafIndex, { treeSize: size, root });
  return { ...proof, checkpoint: { path, note } };
}

function tokenIn({ tsr }: StoredToken): TimestampToken {
  const { token } = decodeTimestampResponse(tsr);
  if (token === undefined) throw new Error('A stored response contains no token');
  return token;
}

async function describePath(
  ports: Pick<ProofPorts, 'merkleLog'>,
  leafIndex: number,
  { treeSize, root }: Pick<AnchorRow, 'treeSize' | 'root'>,
): Promise<MerklePath> {
  const hashes = await proveInclusion(ports, leafIndex, treeSize);
  const sides = inclusionSides(leafIndex, treeSize) ?? [];
  const steps = hashes.map((hash, i) => ({ side: sides[i] ?? 'left', hash }));
  return { leafIndex, treeSize, steps, root };
}

function describeAnchor(chain: ChainFacts, anchor: AnchorRow, path: MerklePath): EthereumAnchor {
  if (anchor.block === undefined) throw new Error(`Anchor ${anchor.id} is in no block`);
  const { blockHash, blockNumber, blockTime, txIndex } = anchor.block;
  const transaction = decodeTransaction(anchor.raw);
  if (!commitsTo(transaction, anchor.root))
    throw new Error(`The transaction of anchor ${anchor.id} does not contain its root`);
  return {
    network: chain.network,
    trust: chain.trust,
    finality: chain.finality,
    kind: 'ethereum',
    status: 'final',
    path,
    transaction: {
      hash: anchor.txHash,
      index: txIndex,
      raw: anchor.raw,
      commitmentOffset: transaction.inputOffset,
    },
    block: { hash: blockHash, number: blockNumber, timeSeconds: Math.floor(blockTime.getTime() / 1000) },
    inclusion:
      'header' in anchor.shown
        ? { type: 'mpt', nodes: anchor.shown.nodes, header: anchor.shown.header }
        : { type: 'none', reason: anchor.shown.notShown },
  };
}

/** Checks a proof before it is sent, with the same checks that its receiver can run. */
async function assertHolds(
  ports: ProofPorts,
  identity: LogIdentity,
  { token }: ProofSubject,
  { certificate, document }: BlockchainProof,
  xml: Uint8Array,
): Promise<void> {
  const stampedAt = tokenIn(token).info.genTime;
  // Retired keys are included, because an older checkpoint may have only their signature.
  const logKeys = (await readLogKeys(ports, identity.keyRing)).map(({ vkey }) => vkey);
  const { verdict, checks } = await verifyBlockchainProof(
    ports.crypto,
    xml,
    { ...document, longDigest: async () => document.fileDigest?.value, stampedAt },
    { logKeys },
  );
  if (verdict === 'consistent') return;
  const failed = checks.filter(({ outcome }) => outcome === 'fail');
  // The clock of somebody else is wrong, which is not our fault. The time stamp stays valid without this proof.
  if (failed.every(({ name }) => name === 'time_order')) throw datedBefore();
  const reasons = failed.map(({ name, because }) => `${name}: ${because}`);
  throw new Error(`The proof of ${certificate.id} is not valid: ${reasons.join('; ')}`);
}

/**
 * The error that refuses a proof whose block is older than the stamp. Every verifier would refuse such a proof, so it
 * is not issued; `sello fsck` names the certificate.
 */
function datedBefore(): AppError {
  return new AppError(
    'proof_not_ready',
    {
      en: 'There is no blockchain proof: the block that holds the certificate is dated before its time stamp, so every verifier would refuse it. The operator must look at the clocks; the time stamp is valid all the same.',
      es: 'No hay prueba de blockchain: el bloque que contiene el certificado tiene una fecha anterior a su sello de tiempo y todo verificador la rechazaría. El operador debe revisar los relojes; el sello de tiempo es válido de todos modos.',
    },
    { retryAfterSeconds: 3600 },
  );
}

function proofNotReady({ leafIndex, anchor }: Certificate): AppError {
  const [en, es] = reasonToWait(leafIndex, anchor);
  return new AppError(
    'proof_not_ready',
    {
      en: `The blockchain proof is not ready yet: ${en}. Try again in {wait}; the time stamp is valid already.`,
      es: `La prueba de blockchain aún no está lista: ${es}. Intente de nuevo en {wait}; el sello de tiempo ya es válido.`,
    },
    { retryAfterSeconds: anchor === undefined ? 5 : 15 },
  );
}

function reasonToWait(
  leafIndex: number | undefined,
  anchor: CertificateAnchor | undefined,
): [en: string, es: string] {
  if (leafIndex === undefined) {
    return [
      'the certificate waits for its place in the log',
      'el certificado espera su lugar en el registro público',
    ];
  }
  if (anchor === undefined) {
    return [
      'the certificate is in the log and waits for the next anchoring transaction to be mined',
      'el certificado está en el registro público y espera que se mine la próxima transacción de anclaje',
    ];
  }
  return [
    `its transaction is in block ${anchor.blockNumber} (${anchor.confirmations} confirmations), which is not final yet`,
    `su transacción está en el bloque ${anchor.blockNumber} (${anchor.confirmations} confirmaciones), que aún no es definitivo`,
  ];
}
