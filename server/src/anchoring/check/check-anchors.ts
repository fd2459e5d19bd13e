/**
 * Checks anchors. Each transaction must be the recorded one and carry the root that the log signed, and the stored
 * header and nodes must prove that it is in its block. Then it checks the settings of the chains, and the blocks of
 * the embedded chain.
 */

import {
  commitsTo,
  decodeBlockHeader,
  decodeRlp,
  decodeTransaction,
  type EthereumTransaction,
  encodeHex,
  equalBytes,
  findProvenTransaction,
  ProofError,
  parseNumber,
} from '@sello/proof';
import type { Check } from '../../database/check/check.ts';
import { type Finding, problem } from '../../database/check/finding.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import type { BlockReport, EmbeddedBlocks } from '../embedded-chain/read-blocks.ts';
import type { ChainFacts } from '../ports.ts';
import {
  readAnchors,
  readChains,
  readWitnessChains,
  type StoredAnchor,
  unknownTransactions,
} from './pg-read-anchors.ts';

type Needs = {
  blocks: EmbeddedBlocks;
  /** The configured chains, as proofs describe them. */
  chains: readonly ChainFacts[];
  /** The configured networks whose blocks certify live and test certificates. */
  witnessChains: { live: string; test: string };
};

export const checkAnchors: Check<Needs> = {
  name: 'anchoring: anchors',
  async *find(check) {
    yield* checkChains(check);
    const blocks = await check.blocks.read();
    yield* checkBlocks(blocks);
    let lastBlock = 0;
    for await (const batch of readAnchors(check.snapshot)) {
      for (const anchor of batch) {
        const where = `anchor ${anchor.id}`;
        for (const [code, message] of faultsOf(anchor)) yield problem(code, where, message);
        if (anchor.network !== check.blocks.network) continue;
        lastBlock = Math.max(lastBlock, anchor.blockNumber ?? 0);
        if (!isOnEmbedded(blocks, anchor)) {
          const message = 'The embedded chain does not have the block that this anchor names.';
          yield problem('block_missing', where, message);
        }
      }
    }
    yield* checkTransactions(check.snapshot, blocks, lastBlock);
  },
};

/**
 * Checks that every transaction on the embedded chain is a recorded anchor, because an anchor is recorded before it
 * is sent. Blocks after the last one that the database knows may be newer than the snapshot.
 */
async function* checkTransactions(
  snapshot: Snapshot,
  blocks: BlockReport | undefined,
  lastBlock: number,
): AsyncGenerator<Finding> {
  for await (const batch of blocks?.transactionsTo(lastBlock) ?? []) {
    for (const hash of await unknownTransactions(snapshot, batch)) {
      const where = `transaction ${encodeHex(hash)}`;
      // This is harmless, because the leaves are anchored again. It happens after a restore: a backup copies the chain
      // a moment later than the rows.
      const message = 'It is on the embedded chain, but no anchor names it.';
      yield { level: 'note', code: 'anchor_missing', where, message };
    }
  }
}

async function* checkChains({
  snapshot,
  chains,
  witnessChains,
}: Needs & { snapshot: Snapshot }): AsyncGenerator<Finding> {
  for (const { livemode, network } of await readWitnessChains(snapshot)) {
    const named = livemode ? witnessChains.live : witnessChains.test;
    if (network === named) continue;
    const mode = livemode ? 'live' : 'test';
    const message = `The database names ${network} as witness of ${mode} certificates, but the settings name ${named}. The next server start corrects it.`;
    yield problem('witness_differs', mode, message);
  }
  for (const { network, trust, finality } of await readChains(snapshot)) {
    const facts = chains.find((chain) => chain.network === network);
    if (facts !== undefined && (facts.trust !== trust || facts.finality !== finality)) {
      yield problem('chain_differs', network, 'The stored facts about this chain differ from the settings.');
    }
  }
}

function* checkBlocks(blocks: BlockReport | undefined): Generator<Finding> {
  if (blocks?.problem !== undefined) yield problem('chain_damaged', 'embedded chain', blocks.problem);
  if (blocks !== undefined && blocks.tornBytes > 0) {
    const message = `The last ${blocks.tornBytes} bytes are not a complete block: one is being written, or a crash cut it short. The next start drops them.`;
    yield { level: 'note', code: 'chain_torn', where: 'embedded chain', message };
  }
}

function isOnEmbedded(blocks: BlockReport | undefined, { blockNumber, blockHash }: StoredAnchor): boolean {
  if (blockNumber === undefined || blockHash === undefined) return true;
  const hash = blocks?.hashOf(blockNumber);
  return hash !== undefined && equalBytes(hash, blockHash);
}

type Fault = readonly [code: string, message: string];

function faultsOf(anchor: StoredAnchor): Fault[] {
  const faults: Fault[] = [...transactionFaults(anchor), ...stateFaults(anchor)];
  if (anchor.signedRoot === undefined || !equalBytes(anchor.signedRoot, anchor.root)) {
    faults.push(['anchor_root', 'The log signed no checkpoint with this root at this size.']);
  }
  if (!anchor.isOnKnownChain)
    faults.push(['chain_missing', `Its chain, ${anchor.network}, is not in the database.`]);
  if (anchor.blockHash !== undefined && anchor.header !== undefined) faults.push(...blockFaults(anchor));
  return faults;
}

function transactionFaults(anchor: StoredAnchor): Fault[] {
  const transaction = readOrReason(() => decodeTransaction(anchor.raw));
  if (typeof transaction === 'string')
    return [['anchor_transaction', `Its transaction cannot be read: ${transaction}.`]];
  const fees = feesOf(transaction, anchor.raw);
  const wrong = {
    hash: !equalBytes(transaction.hash, anchor.txHash),
    network: `eip155:${transaction.chainId ?? 'any'}` !== anchor.network,
    nonce: transaction.nonce !== BigInt(anchor.nonce),
    root: !commitsTo(transaction, anchor.root),
    fees: fees !== undefined && (fees.max !== anchor.maxFee || fees.priority !== anchor.priorityFee),
  };
  return Object.entries(wrong).flatMap(([what, isWrong]) =>
    isWrong ? [['anchor_transaction', `Its transaction has a different ${what}.`] as const] : [],
  );
}

/**
 * Reads the fees. In a transaction of EIP-1559 the priority fee and the highest fee are the third and fourth fields.
 */
function feesOf(
  { type }: EthereumTransaction,
  raw: Uint8Array,
): { max: string; priority: string } | undefined {
  const fields = type === 2 ? decodeRlp(raw.subarray(1)) : undefined;
  if (fields === undefined || fields instanceof Uint8Array) return undefined;
  return { priority: String(parseNumber(fields[2])), max: String(parseNumber(fields[3])) };
}

/**
 * Finds fields that are missing or should be missing in this state, and nonces of which more than one attempt is in a
 * block.
 */
function stateFaults(anchor: StoredAnchor): Fault[] {
  const { state, header, nodes, notShown, minedSiblings } = anchor;
  const isInBlock = state === 'mined' || state === 'final';
  const place = [anchor.blockNumber, anchor.blockHash, anchor.blockTimeMicros, anchor.txIndex];
  const isPlaced = place.every((part) => part !== undefined) && anchor.isMinedAtSet;
  const isNowhere =
    [...place, header, nodes, notShown].every((part) => part === undefined) && !anchor.isMinedAtSet;
  const isShownOrNot =
    (header !== undefined) === (nodes !== undefined) && (header !== undefined) !== (notShown !== undefined);
  const wrong = [
    isInBlock ? !isPlaced || !isShownOrNot : !isNowhere,
    anchor.isFinalAtSet !== (state === 'final'),
    minedSiblings > 0 && state !== 'lost',
  ];
  return wrong.includes(true) ? [['anchor_state', `Its fields do not match the state "${state}".`]] : [];
}

function blockFaults(anchor: StoredAnchor): Fault[] {
  const {
    header: bytes = new Uint8Array(0),
    blockHash,
    blockNumber,
    blockTimeMicros,
    txIndex,
    nodes,
    raw,
  } = anchor;
  const header = readOrReason(() => decodeBlockHeader(bytes));
  if (typeof header === 'string')
    return [['anchor_block', `The header of its block cannot be read: ${header}.`]];
  const faults: Fault[] = [];
  const isSame =
    blockHash !== undefined &&
    equalBytes(header.hash, blockHash) &&
    header.number === blockNumber &&
    header.timeSeconds * 1_000_000 === blockTimeMicros;
  if (!isSame) faults.push(['anchor_block', 'The header of its block has a different hash, number or time.']);
  const { transactionsRoot } = header;
  const isPlace = txIndex !== undefined && txIndex >= 0;
  const proven = isPlace && readOrReason(() => findProvenTransaction(transactionsRoot, txIndex, nodes ?? []));
  if (!(proven instanceof Uint8Array) || !equalBytes(proven, raw)) {
    faults.push(['anchor_inclusion', 'The stored nodes do not prove that its transaction is in the block.']);
  }
  return faults;
}

/** Returns the value read from evidence, or the reason why it cannot be read. */
function readOrReason<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProofError) return error.message;
    throw error;
  }
}
