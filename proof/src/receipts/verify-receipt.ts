/** Verifies a receipt: its entry is made of the document and leads to a root, which a given key has signed. */

import { type CheckOutcome, fail, failedBy, pass, skip } from '../check-outcome.ts';
import { type CryptoEngine, verifySignature } from '../crypto/crypto-engine.ts';
import type { AlgorithmName } from '../crypto/supported-algorithms.ts';
import { encodeHex, equalBytes } from '../encoding/bytes.ts';
import { leafHash } from '../log/leaf.ts';
import { rootFromInclusion } from '../log/merkle.ts';
import { decodeReceipt, type Receipt, signedBytes } from './receipt.ts';
import { methodOf, nameKey, type ReceiptKey, readReceiptKeys, signatureFor } from './receipt-keys.ts';

type ReceiptCheckName = 'structure' | 'document_digest' | 'token_digest' | 'path' | 'signature';

type ReceiptCheck = CheckOutcome<ReceiptCheckName>;

type ReceiptQuestion = {
  /** The SHA-256 of the document. */
  fileSha256?: Uint8Array | undefined;
  /** For receipts of other logs: the hash of the leaf whose entry is the document itself, SHA-256(0x00 ‖ document). */
  documentLeaf?: (() => Promise<Uint8Array | undefined>) | undefined;
  tokenSha256?: Uint8Array | undefined;
  /** Verifier keys of logs, or COSE keys; one of them must have signed. */
  logKeys?: readonly string[] | undefined;
};

export type ReceiptVerdict = {
  checks: readonly ReceiptCheck[];
  /** Undefined if it cannot be read. */
  receipt: Receipt | undefined;
  /** The algorithms of the key that signed; empty if none of the given keys did. */
  rests: readonly AlgorithmName[];
};

export async function verifyReceipt(
  engine: CryptoEngine,
  bytes: Uint8Array,
  question: ReceiptQuestion,
): Promise<ReceiptVerdict> {
  let receipt: Receipt;
  try {
    receipt = decodeReceipt(bytes);
  } catch (error) {
    return { checks: [failedBy('structure', error)], receipt: undefined, rests: [] };
  }
  const structure = pass('structure', 'a well-formed receipt (RFC 9942), with nothing left over');
  const about = await checkDocument(engine, receipt, question);
  const token = checkToken(receipt, question.tokenSha256);
  const { leafIndex: index, treeSize: size, path } = receipt;
  const root = about.leaf && (await rootFromInclusion(engine, { leaf: about.leaf, index, size, path }));
  const pathCheck = checkPath(receipt, about.leaf, root);
  const signed = await checkSignature(engine, receipt, root, question.logKeys);
  const checks = [structure, about.check, ...token, ...pathCheck, signed.check];
  return { checks, receipt, rests: signed.rests };
}

type About = { check: ReceiptCheck; leaf: Uint8Array | undefined };

async function checkDocument(
  engine: CryptoEngine,
  { leaf }: Receipt,
  { fileSha256, documentLeaf }: ReceiptQuestion,
): Promise<About> {
  const name = 'document_digest';
  if (leaf === undefined) {
    const own = await documentLeaf?.();
    return own === undefined
      ? {
          check: fail(name, 'the receipt does not name its entry; give the entry as the document'),
          leaf: own,
        }
      : { check: pass(name, 'the document is taken as the entry'), leaf: own };
  }
  const made = await leafHash(engine, leaf.scheme, leaf);
  if (fileSha256 === undefined)
    return { check: skip(name, 'no document was given to compare with'), leaf: made };
  const because = `the digest does not match: the receipt is about the document ${encodeHex(leaf.fileSha256)}`;
  return equalBytes(leaf.fileSha256, fileSha256)
    ? { check: pass(name, 'the receipt is about this document'), leaf: made }
    : { check: fail(name, because), leaf: made };
}

/** Makes no check if the receipt names no time stamp, or if none was given. */
function checkToken({ leaf }: Receipt, tokenSha256: Uint8Array | undefined): ReceiptCheck[] {
  if (leaf === undefined || tokenSha256 === undefined) return [];
  const named = encodeHex(leaf.tokenSha256);
  return equalBytes(leaf.tokenSha256, tokenSha256)
    ? [pass('token_digest', 'the entry is made with this time-stamp token')]
    : [fail('token_digest', `the digest does not match: the receipt is about the time-stamp token ${named}`)];
}

/** Makes no check if the entry, where the path begins, is unknown: an earlier check reports that. */
function checkPath(
  { leafIndex, treeSize, payload }: Receipt,
  leaf: Uint8Array | undefined,
  root: Uint8Array | undefined,
): ReceiptCheck[] {
  if (leaf === undefined) return [];
  if (root === undefined)
    return [fail('path', `the path does not fit leaf ${leafIndex} in a log of ${treeSize}`)];
  if (payload !== undefined && !equalBytes(payload, root))
    return [fail('path', 'the path leads to another root than the payload')];
  return [pass('path', `the entry leads to the root ${encodeHex(root)}`)];
}

type Signed = { check: ReceiptCheck; rests: readonly AlgorithmName[] };

async function checkSignature(
  engine: CryptoEngine,
  receipt: Receipt,
  root: Uint8Array | undefined,
  logKeys: readonly string[] | undefined,
): Promise<Signed> {
  const name = 'signature';
  if (root === undefined) return { check: skip(name, 'there is no root to compare with'), rests: [] };
  if (logKeys === undefined) return { check: skip(name, 'no key of the log was given'), rests: [] };
  try {
    const keys = (await Promise.all(logKeys.map((text) => readReceiptKeys(engine, text)))).flat();
    for (const key of keys.filter((one) => mayHaveSigned(one, receipt))) {
      if (!(await isSignedBy(engine, key, receipt, root))) continue;
      const by = receipt.issuer === undefined ? 'a log' : `the log ${receipt.issuer}`;
      return { check: pass(name, `this root is signed by ${by} with ${nameKey(key)}`), rests: key.rests };
    }
    const because =
      'none of the given keys signed this root: entry, path or signature are not those of the log';
    return { check: fail(name, because), rests: [] };
  } catch (error) {
    return { check: failedBy(name, error), rests: [] };
  }
}

/** A key that bears the name of a log signs for that log alone, and what it signs names the log. */
function mayHaveSigned({ name }: ReceiptKey, { issuer }: Receipt): boolean {
  return name === undefined || name === issuer;
}

async function isSignedBy(
  engine: CryptoEngine,
  key: ReceiptKey,
  { algorithm, protectedBytes, signature }: Receipt,
  root: Uint8Array,
): Promise<boolean> {
  const method = methodOf(key, algorithm);
  const encoded = signatureFor(key, signature);
  if (method === undefined || encoded === undefined) return false;
  const data = signedBytes(protectedBytes, root);
  return verifySignature(engine, { ...method, spkiDer: key.spkiDer, signature: encoded, data });
}
