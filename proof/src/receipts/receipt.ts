/**
 * A receipt (RFC 9942, tree algorithm RFC9162_SHA256): a COSE_Sign1 (RFC 9052) whose payload is the root of a log. The
 * receipt omits the root, because whoever has the entry computes the root from the path. Our receipts also state what
 * the entry of the document is made of.
 */

import {
  type CborItem,
  type CborMap,
  CborTag,
  decodeCbor,
  encodeCbor,
  isCborArray,
  isCborMap,
} from '../encoding/cbor.ts';
import { LEAF_SCHEMES, type LeafParts, type LeafScheme } from '../log/leaf.ts';
import { ProofError } from '../proof-error.ts';

export type Receipt = {
  /** The protected header as it was signed. */
  protectedBytes: Uint8Array;
  algorithm: number;
  /** A hint only: RFC 9052 §3.1 forbids relying on it. */
  keyId: Uint8Array | undefined;
  /** The log that the signer names in the protected header. */
  issuer: string | undefined;
  leafIndex: number;
  treeSize: number;
  /** From the leaf upwards. */
  path: readonly Uint8Array[];
  /** The root, in the receipts of others; ours leave it out, as RFC 9942 recommends. */
  payload: Uint8Array | undefined;
  signature: Uint8Array;
  /** What the entry is made of; only in receipts of Sello. */
  leaf: ReceiptLeaf | undefined;
};

/** Receipts name a document by its SHA-256 alone. */
type ReceiptScheme = Exclude<LeafScheme, 'SELLO-LEAF-v3'>;

type ReceiptLeaf = Extract<LeafParts, { fileSha256: Uint8Array }> & { scheme: ReceiptScheme };

const MAX_RECEIPT_BYTES = 65_536;
/** A log has at most 2^53 − 1 leaves; the paths of blockchain proofs have the same limit. */
const MAX_PATH = 64;

const COSE_SIGN1 = 18;
const RFC9162_SHA256 = 1;
const INCLUSION = -1;
const CWT_ISSUER = 1;
const LABEL = { algorithm: 1, critical: 2, keyId: 4, claims: 15, structure: 395, proofs: 396 } as const;
/** For private use (RFC 9052 §11.1): the letters "SLO1", as in the transactions of anchors. */
const LEAF_LABEL = -0x534c4f31;

/** What the log signs: its name, the algorithm and the key, never a place in the tree. */
export function encodeReceiptHeader(issuer: string, keyId: Uint8Array, algorithm: number): Uint8Array {
  return encodeCbor(
    new Map<number, CborItem>([
      [LABEL.algorithm, algorithm],
      [LABEL.keyId, keyId],
      [LABEL.claims, new Map([[CWT_ISSUER, issuer]])],
      [LABEL.structure, RFC9162_SHA256],
    ]),
  );
}

/**
 * The bytes that a receipt's signature covers (RFC 9052 §4.4). They begin with the octet 0x84, with which no text
 * begins, so they are never also a note or the message of a checkpoint.
 */
export function signedBytes(protectedBytes: Uint8Array, root: Uint8Array): Uint8Array {
  return encodeCbor(['Signature1', protectedBytes, new Uint8Array(0), root]);
}

type Parts = Pick<Receipt, 'protectedBytes' | 'leafIndex' | 'treeSize' | 'path' | 'signature'> & {
  leaf: ReceiptLeaf;
};

export function encodeReceipt(receipt: Parts): Uint8Array {
  const { scheme, salt, fileSha256, tokenSha256 } = receipt.leaf;
  const proof = encodeCbor([receipt.treeSize, receipt.leafIndex, receipt.path]);
  const unprotected = new Map<number, CborItem>([
    [LABEL.proofs, new Map([[INCLUSION, [proof]]])],
    [LEAF_LABEL, [scheme, salt, fileSha256, tokenSha256]],
  ]);
  return encodeCbor(new CborTag(COSE_SIGN1, [receipt.protectedBytes, unprotected, null, receipt.signature]));
}

export function decodeReceipt(bytes: Uint8Array): Receipt {
  if (bytes.length > MAX_RECEIPT_BYTES)
    throw malformed(`a receipt has at most ${MAX_RECEIPT_BYTES} bytes, and this has ${bytes.length}`);
  const tagged = decodeCbor(bytes);
  const parts = tagged instanceof CborTag && tagged.tag === COSE_SIGN1 ? tagged.item : undefined;
  if (!isCborArray(parts) || parts.length !== 4) throw malformed('this is not a tagged COSE_Sign1');
  const [protectedBytes, unprotected, payload, signature] = parts;
  if (!(protectedBytes instanceof Uint8Array && signature instanceof Uint8Array && isCborMap(unprotected)))
    throw malformed('a part of the COSE_Sign1 has another type');
  if (payload !== null && !(payload instanceof Uint8Array && payload.length === 32))
    throw malformed('the payload is neither left out nor a root of 32 bytes');
  const header = readHeader(protectedBytes, unprotected);
  return {
    ...header,
    ...readProof(unprotected.get(LABEL.proofs)),
    protectedBytes,
    payload: payload ?? undefined,
    signature,
    leaf: readLeaf(unprotected.get(LEAF_LABEL)),
  };
}

/** Whether the bytes are a receipt or are meant to be one: no other COSE message has the label of a log. */
export function isReceipt(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xd2 || bytes.length > MAX_RECEIPT_BYTES) return false;
  try {
    const tagged = decodeCbor(bytes);
    const parts = tagged instanceof CborTag && isCborArray(tagged.item) ? tagged.item : [];
    const header = parts[0] instanceof Uint8Array ? decodeCbor(parts[0]) : undefined;
    return isCborMap(header) && header.has(LABEL.structure);
  } catch (error) {
    if (error instanceof ProofError) return false;
    throw error;
  }
}

function readHeader(
  bytes: Uint8Array,
  unprotected: CborMap,
): Pick<Receipt, 'algorithm' | 'keyId' | 'issuer'> {
  const header = decodeCbor(bytes);
  if (!isCborMap(header)) throw malformed('the protected header is not a map');
  const twice = [...header.keys()].find((label) => unprotected.has(label));
  if (twice !== undefined) throw malformed(`the label ${twice} is in both headers`);
  // RFC 9052 §3.1: a reader that does not know a label listed as critical must refuse the message.
  if (header.has(LABEL.critical) || unprotected.has(LABEL.critical))
    throw malformed('it demands more than this program knows (crit)');
  if (header.get(LABEL.structure) !== RFC9162_SHA256)
    throw malformed('its log is not of the kind RFC9162_SHA256');
  const algorithm = header.get(LABEL.algorithm);
  if (typeof algorithm !== 'number') throw malformed('the protected header names no algorithm by number');
  const keyId = header.get(LABEL.keyId) ?? unprotected.get(LABEL.keyId);
  if (keyId !== undefined && !(keyId instanceof Uint8Array)) throw malformed('the key id is not bytes');
  return { algorithm, keyId, issuer: readIssuer(header.get(LABEL.claims)) };
}

/** CWT claims in the header (RFC 9597). */
function readIssuer(claims: CborItem | undefined): string | undefined {
  if (claims === undefined) return undefined;
  if (!isCborMap(claims)) throw malformed('the claims are not a map');
  const issuer = claims.get(CWT_ISSUER);
  if (issuer !== undefined && typeof issuer !== 'string') throw malformed('the issuer is not a text');
  return issuer;
}

/** There must be exactly one proof: of several, nobody could tell which one is meant. */
function readProof(proofs: CborItem | undefined): Pick<Receipt, 'leafIndex' | 'treeSize' | 'path'> {
  const inclusion = isCborMap(proofs) && proofs.size === 1 ? proofs.get(INCLUSION) : undefined;
  const [bytes, ...others] = isCborArray(inclusion) ? inclusion : [];
  if (!(bytes instanceof Uint8Array) || others.length > 0)
    throw malformed('it does not hold exactly one proof of inclusion');
  const proof = decodeCbor(bytes);
  const [treeSize, leafIndex, path, ...rest] = isCborArray(proof) ? proof : [];
  if (!isPlace(treeSize) || !isPlace(leafIndex) || !isCborArray(path) || rest.length > 0)
    throw malformed('the proof of inclusion is not size, index and path');
  if (path.length > MAX_PATH || !path.every(isHash))
    throw malformed(`the path is not of at most ${MAX_PATH} hashes of 32 bytes`);
  return { treeSize, leafIndex, path };
}

function readLeaf(value: CborItem | undefined): ReceiptLeaf | undefined {
  if (value === undefined) return undefined;
  const [name, salt, fileSha256, tokenSha256, ...rest] = isCborArray(value) ? value : [];
  const scheme = LEAF_SCHEMES.find(
    (known): known is ReceiptScheme => known === name && known !== 'SELLO-LEAF-v3',
  );
  if (scheme === undefined || rest.length > 0) throw malformed('the form of its leaf is not known');
  if (!isHash(salt) || !isHash(fileSha256) || !isHash(tokenSha256))
    throw malformed('a part of its leaf does not have 32 bytes');
  return { scheme, salt, fileSha256, tokenSha256 };
}

function isPlace(item: CborItem | undefined): item is number {
  return typeof item === 'number' && item >= 0;
}

function isHash(item: CborItem | undefined): item is Uint8Array {
  return item instanceof Uint8Array && item.length === 32;
}

function malformed(message: string): ProofError {
  return new ProofError('receipt_malformed', message);
}
