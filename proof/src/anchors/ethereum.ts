/**
 * Ethereum headers and transactions, read as far as a proof needs. Hashes are taken over the received bytes,
 * never over a re-encoding, so fields added by later forks do no harm.
 */

import { keccak256 } from '../crypto/keccak.ts';
import { concatBytes, encodeUtf8, equalBytes } from '../encoding/bytes.ts';
import { decodeRlp, parseNumber, type RlpItem } from '../encoding/rlp.ts';
import { ProofError } from '../proof-error.ts';

export type BlockHeader = {
  hash: Uint8Array;
  parentHash: Uint8Array;
  transactionsRoot: Uint8Array;
  number: number;
  timeSeconds: number;
};

/** Positions of fields in the header's list. They have been the same in every fork so far. */
const HEADER = { parentHash: 0, transactionsRoot: 4, number: 8, time: 11, minFields: 15 };

/** Header rule `ethereum`: the hash of a block is Keccak-256 over its whole header. */
export function decodeBlockHeader(bytes: Uint8Array): BlockHeader {
  const fields = decodeRlp(bytes);
  if (fields instanceof Uint8Array || fields.length < HEADER.minFields) {
    throw malformed('this is not a block header');
  }
  return {
    hash: keccak256(bytes),
    parentHash: readHash(fields[HEADER.parentHash], 'the parent hash'),
    transactionsRoot: readHash(fields[HEADER.transactionsRoot], 'the transactions root'),
    number: readSafeNumber(fields[HEADER.number], 'the block number'),
    timeSeconds: readSafeNumber(fields[HEADER.time], 'the block time'),
  };
}

export type EthereumTransaction = {
  hash: Uint8Array;
  /** 0 legacy, 1 EIP-2930, 2 EIP-1559, 3 EIP-4844, 4 EIP-7702. */
  type: number;
  /** Undefined for a legacy transaction not bound to a chain (before EIP-155). */
  chainId: bigint | undefined;
  nonce: bigint;
  /** Undefined if the transaction creates a contract. */
  to: Uint8Array | undefined;
  value: bigint;
  input: Uint8Array;
  /** Offset of `input` in the raw bytes. */
  inputOffset: number;
};

/** Positions in the list of each type (EIP-2718 and the EIPs above); the last three fields are the signature. */
const LAYOUTS = [
  { nonce: 0, to: 3, fields: 9 },
  { nonce: 1, to: 4, fields: 11 },
  { nonce: 1, to: 5, fields: 12 },
  { nonce: 1, to: 5, fields: 14 },
  { nonce: 1, to: 5, fields: 13 },
] as const;

/** A transaction as it is in a block: RLP, or a type octet and RLP. */
export function decodeTransaction(raw: Uint8Array): EthereumTransaction {
  const type = (raw[0] ?? 0) >= 0xc0 ? 0 : (raw[0] ?? 0);
  const layout = (raw[0] ?? 0) === 0 ? undefined : LAYOUTS[type];
  if (layout === undefined) throw malformed(`transactions of type ${type} are not known`);
  const fields = decodeRlp(type === 0 ? raw : raw.subarray(1));
  if (fields instanceof Uint8Array || fields.length !== layout.fields) {
    throw malformed(`a transaction of type ${type} must have ${layout.fields} fields`);
  }
  const { to: toAt } = layout;
  const input = readBytes(fields[toAt + 2], 'the input');
  return {
    hash: keccak256(raw),
    type,
    chainId: type === 0 ? legacyChainId(readNumber(fields[6], 'v')) : readNumber(fields[0], 'the chain id'),
    nonce: readNumber(fields[layout.nonce], 'the nonce'),
    to: readRecipient(fields[toAt]),
    value: readNumber(fields[toAt + 1], 'the value'),
    input,
    inputOffset: input.byteOffset - raw.byteOffset,
  };
}

/** ASCII "SLO1". */
export const COMMITMENT_MAGIC = encodeUtf8('SLO1');

/** The complete calldata of an anchoring transaction, a zero-value transfer to its own sender. */
export function encodeCommitment(root: Uint8Array): Uint8Array {
  if (root.length !== 32) throw new ProofError('invalid_argument', 'a root must have 32 bytes');
  return concatBytes(COMMITMENT_MAGIC, root);
}

export function commitsTo(transaction: EthereumTransaction, root: Uint8Array): boolean {
  return equalBytes(transaction.input, concatBytes(COMMITMENT_MAGIC, root));
}

/** EIP-155: v is 35 or 36 plus twice the chain id. With 27 or 28 the transaction is bound to no chain. */
function legacyChainId(v: bigint): bigint | undefined {
  return v >= 35n ? (v - 35n) / 2n : undefined;
}

function readRecipient(item: RlpItem | undefined): Uint8Array | undefined {
  const bytes = readBytes(item, 'the recipient');
  if (bytes.length === 0) return undefined;
  if (bytes.length !== 20) throw malformed('the recipient must have 20 bytes');
  return bytes;
}

function readHash(item: RlpItem | undefined, what: string): Uint8Array {
  const bytes = readBytes(item, what);
  if (bytes.length !== 32) throw malformed(`${what} must have 32 bytes`);
  return bytes;
}

function readBytes(item: RlpItem | undefined, what: string): Uint8Array {
  if (!(item instanceof Uint8Array)) throw malformed(`${what} is not a byte string`);
  return item;
}

function readNumber(item: RlpItem | undefined, what: string): bigint {
  const value = parseNumber(item);
  if (value === undefined) throw malformed(`${what} is not a number`);
  return value;
}

function readSafeNumber(item: RlpItem | undefined, what: string): number {
  const value = Number(readNumber(item, what));
  if (!Number.isSafeInteger(value)) throw malformed(`${what} is too large`);
  return value;
}

function malformed(message: string): ProofError {
  return new ProofError('ethereum_malformed', message);
}
