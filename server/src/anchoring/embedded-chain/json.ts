/** Blocks, transactions and receipts of the embedded chain, as JSON-RPC shows them. */

import { decodeRlp, encodeRlp, parseNumber, type RlpItem } from '@sello/proof';
import { keccak } from '../evm/address.ts';
import { encodeData, encodeQuantity } from '../evm/quantity.ts';
import { headerNumber, type StoredBlock } from './record.ts';

/** The names of the fields, in the order of the header's list. A star marks numbers. */
const HEADER_NAMES = [
  ...['parentHash', 'sha3Uncles', 'miner', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'logsBloom'],
  ...['*difficulty', '*number', '*gasLimit', '*gasUsed', '*timestamp', 'extraData', 'mixHash', 'nonce'],
  ...['*baseFeePerGas', 'withdrawalsRoot', '*blobGasUsed', '*excessBlobGas', 'parentBeaconBlockRoot'],
];

/** The names of the fields of an EIP-1559 transaction, in the list after the type octet. */
const TRANSACTION_NAMES = [
  ...['*chainId', '*nonce', '*maxPriorityFeePerGas', '*maxFeePerGas', '*gas', 'to', '*value', 'input'],
  ...['accessList', '*yParity', '*r', '*s'],
];

type Json = Record<string, unknown>;

export function blockJson(block: StoredBlock, isFull: boolean): Json {
  const body = encodeRlp([block.header, block.transactions, [], []]);
  return {
    hash: encodeData(block.hash),
    ...named(HEADER_NAMES, block.header),
    size: encodeQuantity(body.length),
    uncles: [],
    withdrawals: [],
    transactions: block.transactions.map((raw, index) =>
      isFull ? minedTransactionJson(block, index) : encodeData(keccak(raw)),
    ),
  };
}

export function minedTransactionJson(block: StoredBlock, index: number): Json {
  const raw = block.transactions[index] ?? new Uint8Array(0);
  return {
    ...transactionJson(raw, block.receipts[index]?.from ?? new Uint8Array(0)),
    blockHash: encodeData(block.hash),
    blockNumber: encodeQuantity(headerNumber(block, 'number')),
    transactionIndex: encodeQuantity(index),
    gasPrice: encodeQuantity(effectiveGasPrice(block, index)),
  };
}

export function waitingTransactionJson(raw: Uint8Array, from: Uint8Array): Json {
  const json = transactionJson(raw, from);
  return {
    ...json,
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    gasPrice: json.maxFeePerGas,
  };
}

export function receiptJson(block: StoredBlock, index: number): Json {
  const transaction = minedTransactionJson(block, index);
  const receipt = block.receipts[index];
  const gasBefore = block.receipts[index - 1]?.cumulativeGasUsed ?? 0n;
  const gasSoFar = receipt?.cumulativeGasUsed ?? 0n;
  return {
    type: '0x2',
    transactionHash: transaction.hash,
    transactionIndex: transaction.transactionIndex,
    blockHash: transaction.blockHash,
    blockNumber: transaction.blockNumber,
    from: transaction.from,
    to: transaction.to,
    contractAddress: null,
    status: encodeQuantity(receipt?.status ?? 0n),
    gasUsed: encodeQuantity(gasSoFar - gasBefore),
    cumulativeGasUsed: encodeQuantity(gasSoFar),
    effectiveGasPrice: transaction.gasPrice,
    logs: [],
    logsBloom: encodeData(new Uint8Array(256)),
  };
}

/** What the miner got per unit of gas. */
export function tipOf(block: StoredBlock, index: number): bigint {
  return effectiveGasPrice(block, index) - headerNumber(block, 'baseFeePerGas');
}

function effectiveGasPrice(block: StoredBlock, index: number): bigint {
  const fields = decodeRlp((block.transactions[index] ?? new Uint8Array(0)).subarray(1));
  const [, , tip, limit] = fields instanceof Uint8Array ? [] : fields;
  const wished = headerNumber(block, 'baseFeePerGas') + (parseNumber(tip) ?? 0n);
  const most = parseNumber(limit) ?? 0n;
  return wished < most ? wished : most;
}

function transactionJson(raw: Uint8Array, from: Uint8Array): Json {
  const fields = decodeRlp(raw.subarray(1));
  const json = named(TRANSACTION_NAMES, fields instanceof Uint8Array ? [] : fields);
  return { hash: encodeData(keccak(raw)), type: '0x2', from: encodeData(from), ...json, v: json.yParity };
}

function named(names: readonly string[], items: readonly RlpItem[]): Json {
  return Object.fromEntries(
    names.map((name, i) => {
      const item = items[i] ?? new Uint8Array(0);
      if (name.startsWith('*')) return [name.slice(1), encodeQuantity(parseNumber(item) ?? 0n)];
      return [name, item instanceof Uint8Array ? encodeData(item) : accessListJson(item)];
    }),
  );
}

function accessListJson(list: readonly RlpItem[]): Json[] {
  const text = (item: RlpItem | undefined) =>
    encodeData(item instanceof Uint8Array ? item : new Uint8Array(0));
  return list.map((entry) => {
    const [address, keys = []] = entry instanceof Uint8Array ? [] : entry;
    return { address: text(address), storageKeys: keys instanceof Uint8Array ? [] : keys.map(text) };
  });
}
