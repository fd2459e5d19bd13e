/**
 * Encodes a block as the embedded chain stores it: the block's own RLP, the facts of its receipts that are not in the
 * RLP, and the accounts after it. So nothing is executed again when the chain is opened.
 */

import { decodeRlp, encodeNumber, encodeRlp, parseNumber, type RlpItem } from '@sello/proof';
import { type AddressHex, addressHex, keccak } from '../evm/address.ts';

export type ChainAccount = { nonce: bigint; balance: bigint };

type StoredReceipt = { from: Uint8Array; status: bigint; cumulativeGasUsed: bigint };

export type StoredBlock = {
  hash: Uint8Array;
  /** The fields of the header, in the order of its list (Cancun: 20 fields). */
  header: readonly Uint8Array[];
  /** The transactions as bytes, in their order. All are of type 2. */
  transactions: readonly Uint8Array[];
  receipts: readonly StoredReceipt[];
  /** The accounts that the block touched. One with neither nonce nor balance does not exist (EIP-161). */
  accounts: readonly { address: AddressHex; account: ChainAccount }[];
};

/** Positions in the header's list. */
const HEADER = {
  parentHash: 0,
  stateRoot: 3,
  number: 8,
  gasLimit: 9,
  gasUsed: 10,
  timestamp: 11,
  baseFeePerGas: 15,
} as const;

export function headerNumber(block: Pick<StoredBlock, 'header'>, field: keyof typeof HEADER): bigint {
  return asNumber(block.header[HEADER[field]]);
}

export function headerBytes(block: Pick<StoredBlock, 'header'>, field: keyof typeof HEADER): Uint8Array {
  return asBytes(block.header[HEADER[field]]);
}

export function blockNumber(block: Pick<StoredBlock, 'header'>): number {
  return Number(headerNumber(block, 'number'));
}

export function encodeStoredBlock(block: StoredBlock): Uint8Array {
  const receipts = block.receipts.map(({ from, status, cumulativeGasUsed }) => [
    from,
    encodeNumber(status),
    encodeNumber(cumulativeGasUsed),
  ]);
  const accounts = block.accounts.map(({ address, account }) => [
    Buffer.from(address.slice(2), 'hex'),
    encodeNumber(account.nonce),
    encodeNumber(account.balance),
  ]);
  // The two empty lists are uncles and withdrawals, which this chain does not have.
  const body: RlpItem = [block.header, block.transactions, [], []];
  return encodeRlp([body, receipts, accounts]);
}

/** Reads a stored block. Its checksum was right, so anything that cannot be read is a bug of ours. */
export function decodeStoredBlock(payload: Uint8Array): StoredBlock {
  const [body, receipts, accounts] = asList(decodeRlp(payload));
  const [header, transactions] = asList(body);
  const fields = asList(header).map(asBytes);
  return {
    hash: keccak(encodeRlp(fields)),
    header: fields,
    transactions: asList(transactions).map(asBytes),
    receipts: asList(receipts).map((receipt) => {
      const [from, status, cumulativeGasUsed] = asList(receipt);
      return {
        from: asBytes(from),
        status: asNumber(status),
        cumulativeGasUsed: asNumber(cumulativeGasUsed),
      };
    }),
    accounts: asList(accounts).map((entry) => {
      const [address, nonce, balance] = asList(entry);
      return {
        address: addressHex(asBytes(address)),
        account: { nonce: asNumber(nonce), balance: asNumber(balance) },
      };
    }),
  };
}

function asList(item: RlpItem | undefined): readonly RlpItem[] {
  if (item === undefined || item instanceof Uint8Array) throw new Error('A stored block lacks a list');
  return item;
}

function asBytes(item: RlpItem | undefined): Uint8Array {
  if (!(item instanceof Uint8Array)) throw new Error('A stored block lacks a string of bytes');
  return item;
}

function asNumber(item: RlpItem | undefined): bigint {
  const value = parseNumber(item);
  if (value === undefined) throw new Error('A stored block lacks a number');
  return value;
}
