/**
 * The receipt of a certificate (RFC 9942): its place in the log, signed as COSE defines.
 *
 * It is signed on request, and that must not make the log say anything new. So its root is that of a checkpoint that
 * the log has signed and published: that signature is verified first, and the path must lead from the certificate to
 * this root. Even with a changed or older database, nothing is signed that was not signed before, and the header has
 * neither a place nor a time. Ed25519 always gives the same signature for the same input, so the receipt keeps its
 * bytes as long as the log keeps its key.
 */

import {
  type CryptoEngine,
  decodeCheckpoint,
  decodeNoteKey,
  ED_DSA,
  encodeReceipt,
  encodeReceiptHeader,
  equalBytes,
  signedBytes,
  verifyNote,
  verifyReceipt,
} from '@sello/proof';
import type { Certificate } from '../certificates/certificate.ts';
import { AppError } from '../kernel/errors.ts';
import { keyIdOf, type LogKey, ofAlgorithm, readLogKeys, signingNow } from '../transparency/log-keys.ts';
import type { CheckpointRow, MerkleLogStore } from '../transparency/ports.ts';
import { type LogIdentity, proveInclusion } from '../transparency/sequence-log.ts';
import { documentOf, leafSchemeOf, type ProofSubject } from './blockchain-proof.ts';

type ReceiptPorts = { merkleLog: MerkleLogStore; crypto: CryptoEngine };

/** Rejects with `proof_not_ready` while the certificate waits for its place. */
export async function issueReceipt(
  ports: ReceiptPorts,
  identity: LogIdentity,
  subject: ProofSubject,
): Promise<Uint8Array> {
  const { leafIndex } = subject.certificate;
  const checkpoint = leafIndex === undefined ? undefined : await checkpointOver(ports, leafIndex);
  if (leafIndex === undefined || checkpoint === undefined) throw receiptNotReady();
  const keys = await readLogKeys(ports, identity.keyRing);
  await assertSigned(ports, identity, checkpoint, keys);
  // While one key takes over from another, the older one signs: whoever pinned it can check receipts until it is
  // retired.
  const [key] = ofAlgorithm(signingNow(keys), 'ed25519');
  if (key === undefined) throw new Error('The log has no key of Ed25519');
  const { fileSha256, tokenSha256 } = await documentOf(ports, subject);
  if (fileSha256 === undefined) throw noReceiptOfLongDigest();
  const document = { fileSha256, tokenSha256 };
  const { token } = subject;
  const header = encodeReceiptHeader(identity.origin, Buffer.from(keyIdOf(key), 'hex'), ED_DSA);
  const bytes = encodeReceipt({
    protectedBytes: header,
    leafIndex,
    treeSize: checkpoint.size,
    path: await proveInclusion(ports, leafIndex, checkpoint.size),
    signature: await key.sign(signedBytes(header, checkpoint.root)),
    leaf: { ...document, salt: token.salt, scheme: await receiptScheme(ports, document, token) },
  });
  await assertHolds(ports, subject.certificate, fileSha256, bytes, key);
  return bytes;
}

/**
 * The first checkpoint over the leaf, so that the receipt stays the same. A path of RFC 9942 has at least one hash, so
 * the first leaf needs a checkpoint of two or more leaves, which is used if there is one.
 */
async function checkpointOver(
  { merkleLog }: ReceiptPorts,
  leafIndex: number,
): Promise<CheckpointRow | undefined> {
  return (await merkleLog.checkpointOver(Math.max(leafIndex, 1))) ?? merkleLog.checkpointOver(leafIndex);
}

/** Throws unless a key of the log has signed this size and root as a checkpoint. */
async function assertSigned(
  { crypto }: ReceiptPorts,
  { origin }: LogIdentity,
  { size, root, note }: CheckpointRow,
  keys: readonly LogKey[],
): Promise<void> {
  const stated = decodeCheckpoint(note);
  const own = await Promise.all(keys.map(({ vkey }) => decodeNoteKey(crypto, vkey)));
  const signers = await verifyNote(crypto, stated.note, own);
  const isStated = stated.origin === origin && stated.size === size && equalBytes(stated.root, root);
  if (!isStated || signers === 'forged' || signers.length === 0)
    throw new Error(`The checkpoint of ${size} leaves is not one that the log signed`);
}

/** Checks a receipt before it is sent, with the same checks that its receiver can run. */
async function assertHolds(
  { crypto }: ReceiptPorts,
  certificate: Certificate,
  fileSha256: Uint8Array,
  bytes: Uint8Array,
  { vkey }: LogKey,
): Promise<void> {
  const { checks } = await verifyReceipt(crypto, bytes, { fileSha256, logKeys: [vkey] });
  const failed = checks.filter(({ outcome }) => outcome !== 'pass');
  if (failed.length === 0) return;
  const reasons = failed.map(({ name, because }) => `${name}: ${because}`);
  throw new Error(`The receipt of ${certificate.id} is not valid: ${reasons.join('; ')}`);
}

async function receiptScheme(
  ...asked: Parameters<typeof leafSchemeOf>
): Promise<'SELLO-LEAF-v1' | 'SELLO-LEAF-v2'> {
  const scheme = await leafSchemeOf(...asked);
  if (scheme === 'SELLO-LEAF-v3') throw new Error('A leaf of a SHA-256 has a form for longer digests');
  return scheme;
}

function noReceiptOfLongDigest(): AppError {
  return new AppError('validation_failed', {
    en: 'There is no `receipt` of a time stamp over a SHA-384 or SHA-512, because receipts name a file by its SHA-256. `type=blockchain` shows its place in the log.',
    es: 'No hay `receipt` de un sello de tiempo sobre un SHA-384 o SHA-512, porque los recibos nombran el archivo por su SHA-256. `type=blockchain` muestra su lugar en el registro público.',
  });
}

function receiptNotReady(): AppError {
  return new AppError(
    'proof_not_ready',
    {
      en: 'The receipt is not ready yet: the certificate waits for its place in the log. Try again in {wait}; the time stamp is valid already.',
      es: 'El recibo aún no está listo: el certificado espera su lugar en el registro público. Intente de nuevo en {wait}; el sello de tiempo ya es válido.',
    },
    { retryAfterSeconds: 5 },
  );
}
