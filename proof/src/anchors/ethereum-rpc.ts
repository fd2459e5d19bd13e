/**
 * Turns the answer to `eth_getBlockByHash(hash, true)` into evidence: the raw bytes of header and transactions, and the
 * trie nodes for one of them. The node is not trusted: the result is compared with the block's hash and root. For a
 * chain that hashes differently, the result is a reason instead of a proof.
 */

import { keccak256 } from '../crypto/keccak.ts';
import { encodeHex, equalBytes, parseHex } from '../encoding/bytes.ts';
import { encodeRlp, type RlpItem } from '../encoding/rlp.ts';
import { ProofError } from '../proof-error.ts';
import { decodeBlockHeader } from './ethereum.ts';
import { buildTransactionsTrie } from './merkle-patricia.ts';

export type RpcInclusion = {
  blockHash: Uint8Array;
  blockNumber: number;
  blockTimeSeconds: number;
  transactionIndex: number;
  /** `none` if the chain does not hash headers or transactions as Ethereum does; `reason` says which. */
  inclusion:
    | { type: 'mpt'; header: Uint8Array; nodes: readonly Uint8Array[] }
    | { type: 'none'; reason: string };
};

/** `block` is the node's JSON object. Throws if the transaction is not in the block. */
export function proveRpcTransaction(block: unknown, transactionHash: Uint8Array): RpcInclusion {
  const fields = asObject(block);
  const transactions = asArray(fields.transactions).map(asObject);
  const transactionIndex = transactions.findIndex(({ hash }) => equalBytes(asData(hash), transactionHash));
  if (transactionIndex < 0) {
    throw malformed(`the block does not list the transaction ${encodeHex(transactionHash)}`);
  }
  return {
    blockHash: asData(fields.hash),
    blockNumber: asSafeNumber(fields.number),
    blockTimeSeconds: asSafeNumber(fields.timestamp),
    transactionIndex,
    inclusion: buildInclusion(fields, transactions, transactionIndex),
  };
}

function buildInclusion(
  block: JsonObject,
  transactions: readonly JsonObject[],
  index: number,
): RpcInclusion['inclusion'] {
  try {
    const header = encodeRpcHeader(block);
    const { hash, transactionsRoot } = decodeBlockHeader(header);
    if (!equalBytes(hash, asData(block.hash))) {
      return { type: 'none', reason: 'the hash of the block is not Keccak-256 over its header' };
    }
    const trie = buildTransactionsTrie(transactions.map(encodeRpcTransaction));
    if (!equalBytes(trie.root, transactionsRoot)) {
      return { type: 'none', reason: 'the listed transactions do not give the transactions root' };
    }
    return { type: 'mpt', header, nodes: trie.prove(index) };
  } catch (error) {
    if (error instanceof ProofError) return { type: 'none', reason: error.message };
    throw error;
  }
}

/** In the order of the header's RLP list. Forks append fields; the first absent one ends the list. */
const HEADER_FIELDS = [
  ['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'],
  ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'extraData', 'mixHash', 'nonce'],
].flat();
const LATER_HEADER_FIELDS = [
  ...['baseFeePerGas', 'withdrawalsRoot', 'blobGasUsed', 'excessBlobGas', 'parentBeaconBlockRoot'],
  ...['requestsHash', 'blockAccessListHash', 'slotNumber'],
];
const HEADER_QUANTITIES = new Set([
  ...['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp', 'baseFeePerGas', 'blobGasUsed'],
  ...['excessBlobGas', 'slotNumber'],
]);

export function encodeRpcHeader(block: unknown): Uint8Array {
  const fields = asObject(block);
  const firstAbsent = LATER_HEADER_FIELDS.findIndex(
    (name) => fields[name] === undefined || fields[name] === null,
  );
  const later = firstAbsent < 0 ? LATER_HEADER_FIELDS : LATER_HEADER_FIELDS.slice(0, firstAbsent);
  const names = [...HEADER_FIELDS, ...later];
  return encodeRlp(
    names.map((name) => (HEADER_QUANTITIES.has(name) ? asQuantity(fields[name]) : asData(fields[name]))),
  );
}

/**
 * Encodes a transaction of type 0 to 4 as it stands in a block. The caller compares the result's hash with the one that
 * the node gave.
 */
export function encodeRpcTransaction(transaction: unknown): Uint8Array {
  const fields = asObject(transaction);
  const type = fields.type === undefined ? 0 : asSafeNumber(fields.type);
  const list = encodeRlp(transactionFields(fields, type));
  const raw = type === 0 ? list : Uint8Array.of(type, ...list);
  if (fields.hash !== undefined && !equalBytes(keccak256(raw), asData(fields.hash))) {
    throw malformed('the hash of a transaction is not Keccak-256 over its encoding');
  }
  return raw;
}

function transactionFields(tx: JsonObject, type: number): RlpItem[] {
  // Rollups define further types with other fields.
  if (type > 4) throw malformed(`transactions of type ${type} are not known`);
  const to = tx.to === null || tx.to === undefined ? new Uint8Array(0) : asData(tx.to);
  const call = [asQuantity(tx.gas), to, asQuantity(tx.value), asData(tx.input)];
  const signature = [asQuantity(tx.v ?? tx.yParity), asQuantity(tx.r), asQuantity(tx.s)];
  if (type === 0) return [asQuantity(tx.nonce), asQuantity(tx.gasPrice), ...call, ...signature];
  const start = [asQuantity(tx.chainId), asQuantity(tx.nonce)];
  const accessList = asArray(tx.accessList ?? [])
    .map(asObject)
    .map(accessEntry);
  if (type === 1) return [...start, asQuantity(tx.gasPrice), ...call, accessList, ...signature];
  const fees = [asQuantity(tx.maxPriorityFeePerGas), asQuantity(tx.maxFeePerGas)];
  const common = [...start, ...fees, ...call, accessList];
  if (type === 2) return [...common, ...signature];
  if (type === 3) {
    const blobs = asArray(tx.blobVersionedHashes).map(asData);
    return [...common, asQuantity(tx.maxFeePerBlobGas), blobs, ...signature];
  }
  return [...common, asArray(tx.authorizationList).map(asObject).map(authorization), ...signature];
}

function accessEntry({ address, storageKeys }: JsonObject): RlpItem {
  return [asData(address), asArray(storageKeys).map(asData)];
}

/** EIP-7702. */
function authorization(entry: JsonObject): RlpItem {
  const { chainId, address, nonce, yParity, v, r, s } = entry;
  return [
    ...[asQuantity(chainId), asData(address), asQuantity(nonce)],
    ...[asQuantity(yParity ?? v), asQuantity(r), asQuantity(s)],
  ];
}

type JsonObject = Readonly<Record<string, unknown>>;

function asObject(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('the node answered without an object where one belongs');
  }
  return value as JsonObject;
}

function asArray(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw malformed('the node answered without a list where one belongs');
  return value;
}

function asData(value: unknown): Uint8Array {
  const bytes = typeof value === 'string' && value.startsWith('0x') ? parseHex(value.slice(2)) : undefined;
  if (bytes === undefined) throw malformed('the node answered without hexadecimal data where it belongs');
  return bytes;
}

/** A number as RLP bytes. Leading zeros are removed, because some nodes write them and others do not. */
function asQuantity(value: unknown): Uint8Array {
  const digits = typeof value === 'string' ? /^0x0*(?!0)([0-9a-f]{0,64})$/i.exec(value)?.[1] : undefined;
  if (digits === undefined || value === '0x') {
    throw malformed('the node answered without a number where one belongs');
  }
  return parseHex(digits.length % 2 === 0 ? digits : `0${digits}`) ?? new Uint8Array(0);
}

function asSafeNumber(value: unknown): number {
  const number = Number.parseInt(encodeHex(asQuantity(value)) || '0', 16);
  if (!Number.isSafeInteger(number)) throw malformed('the node answered with a number that is too large');
  return number;
}

function malformed(message: string): ProofError {
  return new ProofError('ethereum_malformed', message);
}
