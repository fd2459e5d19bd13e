/** Reads the embedded chain's folder without owning it, so it locks, cuts and creates nothing. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { equalBytes, parseHex } from '@sello/proof';
import type { Batches } from '../../kernel/batches.ts';
import { addressOfKey, isPrivateKey, keccak } from '../evm/address.ts';
import { EMBEDDED_NETWORK } from '../networks.ts';
import { readBlockFile } from './file.ts';
import { blockNumber, decodeStoredBlock, headerBytes, headerNumber, type StoredBlock } from './record.ts';

const AT_ONCE = 500;

export function readEmbeddedBlocks(folder: string): EmbeddedBlocks {
  return { network: EMBEDDED_NETWORK, read: () => readAll(folder) };
}

async function readAll(folder: string): Promise<BlockReport | undefined> {
  const hashes: Uint8Array[] = [];
  const transactions: (LaterTransaction & { hash: Uint8Array })[] = [];
  let operator: string | undefined;
  let problem: string | undefined;
  const take = (block: StoredBlock) => {
    const parent = hashes.at(-1);
    const isNext = blockNumber(block) === hashes.length;
    const isLinked = parent === undefined || equalBytes(headerBytes(block, 'parentHash'), parent);
    if (!isNext || !isLinked) problem ??= `Block ${hashes.length} does not follow the one before it.`;
    operator ??= block.accounts[0]?.address;
    const blockTime = new Date(Number(headerNumber(block, 'timestamp')) * 1000);
    for (const raw of block.transactions)
      transactions.push({ blockNumber: hashes.length, blockTime, raw, hash: keccak(raw) });
    hashes.push(block.hash);
  };
  const report = await readBlockFile(path.join(folder, 'blocks'), ({ payload, offset }) => {
    try {
      take(decodeStoredBlock(payload));
    } catch {
      problem ??= `The block at byte ${offset} cannot be read.`;
    }
  }).catch(unlessMissing);
  if (report === undefined) return undefined;
  if (report.rest === 'damaged') problem ??= `The file of its blocks is damaged at byte ${report.endBytes}.`;
  problem ??= await keyProblem(path.join(folder, 'operator.key'), operator);
  return {
    hashOf: (number) => hashes[number],
    async *transactionsTo(last) {
      for (let from = 0; from < transactions.length; from += AT_ONCE) {
        const some = transactions.slice(from, from + AT_ONCE);
        yield some.filter(({ blockNumber }) => blockNumber <= last).map(({ hash }) => hash);
      }
    },
    transactionsAfter: (last) => transactions.filter((one) => one.blockNumber > last),
    count: hashes.length,
    problem,
    tornBytes: report.rest === 'cut short' ? report.restBytes : 0,
  };
}

/**
 * Says what is wrong with the key in this file. It must be the key of the account to which the first block gives all
 * funds.
 */
async function keyProblem(file: string, operator: string | undefined): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(unlessMissing);
  if (text === undefined || operator === undefined) return undefined;
  const key = /^[0-9a-f]{64}\n$/.test(text) ? parseHex(text.trim()) : undefined;
  if (key !== undefined && isPrivateKey(key) && addressOfKey(key) === operator) return undefined;
  return `${path.basename(file)} is not the key that the chain began with.`;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

/** Reads the blocks of the embedded chain on disk. It is safe while another process appends. */
export type EmbeddedBlocks = {
  network: string;
  /** Reads the chain. Undefined if there is none in the data folder. */
  read(): Promise<BlockReport | undefined>;
};

/** A transaction with the number and time of its block. */
type LaterTransaction = { blockNumber: number; blockTime: Date; raw: Uint8Array };

export type BlockReport = {
  hashOf(number: number): Uint8Array | undefined;
  /** Hashes of the transactions in blocks up to this number. */
  transactionsTo(number: number): Batches<Uint8Array>;
  /** The transactions in later blocks. */
  transactionsAfter(number: number): readonly LaterTransaction[];
  count: number;
  /** What is wrong with the file. */
  problem: string | undefined;
  /** The size of an incomplete last block: torn by a crash, or being written right now. */
  tornBytes: number;
};
