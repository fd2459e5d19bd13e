/**
 * Anchors: each transaction is the one it is said to be and carries the root that the log signed, and where it is in
 * a block, what was kept shows it there. Then the chains themselves, and the embedded chain's own blocks.
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
import type { BlockReport, EmbeddedBlocks } from '../../anchoring/embedded-chain/read-blocks.ts';
import type { ChainFacts } from '../../anchoring/ports.ts';
import type { Finding, FsckReads, StoredAnchor } from './ports.ts';
import { problem } from './problem.ts';

type AnchorCheck = {
  reads: FsckReads;
  blocks: EmbeddedBlocks;
  chains: readonly ChainFacts[];
  witnesses: { live: string; test: string };
};

export async function* checkAnchors(check: AnchorCheck): AsyncGenerator<Finding> {
  yield* checkChains(check);
  const blocks = await check.blocks.read();
  yield* checkBlocks(blocks);
  let lastBlock = 0;
  for await (const batch of check.reads.anchors()) {
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
  yield* checkTransactions(check.reads, blocks, lastBlock);
}

/** What is on the embedded chain was written down before. Blocks past the last known one may be newer than the snapshot. */
async function* checkTransactions(
  reads: FsckReads,
  blocks: BlockReport | undefined,
  lastBlock: number,
): AsyncGenerator<Finding> {
  for await (const batch of blocks?.transactionsTo(lastBlock) ?? []) {
    for (const hash of await reads.unknownTransactions(batch)) {
      const where = `transaction ${encodeHex(hash)}`;
      // What it covered is anchored again. A restored backup has such: its chain is a moment ahead of its rows.
      const message = 'It is on the embedded chain, and no anchor tells of it.';
      yield { level: 'note', code: 'anchor_missing', where, message };
    }
  }
}

async function* checkChains({ reads, chains, witnesses }: AnchorCheck): AsyncGenerator<Finding> {
  for (const { livemode, network } of await reads.witnesses()) {
    const named = livemode ? witnesses.live : witnesses.test;
    if (network === named) continue;
    const mode = livemode ? 'live' : 'test';
    const message = `The word of ${network} counts for ${mode} certificates, and the settings name ${named}. The next start of a server puts it right.`;
    yield problem('witness_differs', mode, message);
  }
  for (const { network, trust, finality } of await reads.chains()) {
    const facts = chains.find((chain) => chain.network === network);
    if (facts !== undefined && (facts.trust !== trust || facts.finality !== finality)) {
      yield problem(
        'chain_differs',
        network,
        'What is kept of this chain is not what the settings say of it.',
      );
    }
  }
}

function* checkBlocks(blocks: BlockReport | undefined): Generator<Finding> {
  if (blocks?.problem !== undefined) yield problem('chain_damaged', 'embedded chain', blocks.problem);
  if (blocks !== undefined && blocks.tornBytes > 0) {
    const message = `The last ${blocks.tornBytes} bytes are no whole block: one is being written, or a crash cut it short. The next start drops them.`;
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
    faults.push(['chain_missing', `Nothing is kept of its chain, ${anchor.network}.`]);
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
    isWrong ? [['anchor_transaction', `Its transaction has another ${what}.`] as const] : [],
  );
}

/** EIP-1559: priority fee and highest fee are the third and fourth fields. */
function feesOf(
  { type }: EthereumTransaction,
  raw: Uint8Array,
): { max: string; priority: string } | undefined {
  const fields = type === 2 ? decodeRlp(raw.subarray(1)) : undefined;
  if (fields === undefined || fields instanceof Uint8Array) return undefined;
  return { priority: String(parseNumber(fields[2])), max: String(parseNumber(fields[3])) };
}

/** Which fields go with which state, and that of the attempts of a nonce at most one is in a block. */
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
  return wrong.includes(true)
    ? [['anchor_state', `What is kept of it does not go with the state "${state}".`]]
    : [];
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
  if (!isSame) faults.push(['anchor_block', 'The header of its block has another hash, number or time.']);
  const { transactionsRoot } = header;
  const isPlace = txIndex !== undefined && txIndex >= 0;
  const proven = isPlace && readOrReason(() => findProvenTransaction(transactionsRoot, txIndex, nodes ?? []));
  if (!(proven instanceof Uint8Array) || !equalBytes(proven, raw)) {
    faults.push(['anchor_inclusion', 'What was kept does not show its transaction in the block.']);
  }
  return faults;
}

/** What is read from evidence, or why it cannot be. */
function readOrReason<T>(read: () => T): T | string {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProofError) return error.message;
    throw error;
  }
}
