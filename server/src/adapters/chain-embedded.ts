/**
 * The embedded chain: real Ethereum blocks of our own, made as soon as a transaction waits, kept in the data
 * folder. One operator makes it, so it proves order and wholeness of the log to whoever keeps a copy, and
 * nothing about time to anybody else.
 */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ProofError } from '@sello/proof';
import { decodeTransaction, type EthereumTransaction } from '../../../proof/src/ethereum.ts';
import type { Needs } from '../ports.ts';
import { addressOfKey } from './chain-address.ts';
import type { ChainEngine, SignedTransfer } from './chain-embedded-engine.ts';
import { readOrMakeKey } from './chain-embedded-key.ts';
import { type Ledger, openLedger } from './chain-embedded-ledger.ts';
import { lockFolder } from './chain-embedded-lock.ts';
import { makeTransactionPool } from './chain-embedded-pool.ts';
import { headerNumber, type StoredBlock } from './chain-embedded-record.ts';
import { RpcRefusal, refuse, UnminableTransfer } from './chain-embedded-refusal.ts';
import { answerRpc, baseFeeAfter } from './chain-embedded-rpc.ts';
import { EMBEDDED_CHAIN_ID } from './chain-embedded-rules.ts';

export type EmbeddedChain = {
  readonly chainId: number;
  /** Owns all the funds of the chain. */
  readonly signerKey: Uint8Array;
  /** Rejects with an `RpcRefusal`, as a node would answer an error. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Puts what waits into blocks. Needed only where blocks are not made by themselves. */
  mine(): Promise<void>;
  close(): Promise<void>;
};

export type EmbeddedChainOptions = {
  /** `when sent` unless told otherwise: a block is made before a transaction's sending is answered. */
  blocks?: 'when sent' | 'when told';
};

/** A thousand million ether: more anchors than there will be seconds. */
const OPERATOR_BALANCE_WEI = 10n ** 27n;

export async function openEmbeddedChain(
  folder: string,
  needed: Needs<'now' | 'randomBytes' | 'log'>,
  { blocks = 'when sent' }: EmbeddedChainOptions = {},
): Promise<EmbeddedChain> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(path.join(folder, 'lock'));
  let ledger: Ledger | undefined;
  try {
    const signerKey = await readOrMakeKey(path.join(folder, 'operator.key'), needed.randomBytes);
    ledger = await openLedger(path.join(folder, 'blocks'), needed.log);
    return await runChain(ledger, signerKey, needed, blocks, () => lock.release());
  } catch (error) {
    await ledger?.close();
    lock.release();
    throw error;
  }
}

async function runChain(
  ledger: Ledger,
  signerKey: Uint8Array,
  { now, log }: Needs<'now' | 'log'>,
  blocks: 'when sent' | 'when told',
  unlock: () => void,
): Promise<EmbeddedChain> {
  const operator = addressOfKey(signerKey);
  const engine = loadOnce();
  const pool = makeTransactionPool();
  const clockSeconds = () => BigInt(Math.floor(now().getTime() / 1000));
  const head = ledger.head() ?? (await addGenesis(ledger, await engine(), operator, clockSeconds()));
  let isClosed = false;
  const current = (): StoredBlock => ledger.head() ?? head;

  const mineWaiting = async () => {
    const { makeBlock } = await engine();
    for (;;) {
      const parent = current();
      const transfers = pool.ready(ledger.accounts, baseFeeAfter(parent));
      if (transfers.length === 0 || isClosed) return;
      // Block times grow strictly, whatever the clock does. More than a block per second runs ahead of it.
      const earliest = headerNumber(parent, 'timestamp') + 1n;
      const time = clockSeconds() > earliest ? clockSeconds() : earliest;
      try {
        // Crash point: until `append` resolves, nobody has been told of the block, and senders send again.
        await ledger.append(await makeBlock(parent, ledger.accounts, transfers, time, operator));
        pool.forgetUsed(ledger.accounts);
      } catch (error) {
        dropUnminable(error, pool.remove, log);
      }
    }
  };
  let mined: Promise<void> = Promise.resolve();
  const mine = () => {
    const next = mined.then(mineWaiting);
    mined = next.catch(() => {});
    return next;
  };
  const send = async (raw: Uint8Array) => {
    const transfer = await readTransfer(engine, raw);
    try {
      pool.add(transfer, ledger.accounts);
    } catch (error) {
      // It may wait because a block could not be written: sending again is how the sender asks for another try.
      if (blocks === 'when sent') await mine();
      throw error;
    }
    if (blocks === 'when sent') await mine();
    return transfer.hash;
  };
  return {
    chainId: EMBEDDED_CHAIN_ID,
    signerKey,
    mine,
    async request(method, params) {
      if (isClosed) throw refuse('the chain is closed');
      try {
        return await answerRpc({ ledger, pool, head: current, send }, method, params);
      } catch (error) {
        if (error instanceof RpcRefusal) throw error;
        log.error('chain.request_failed', { method, error });
        throw new RpcRefusal(-32603, 'the chain could not do this now; its log says why');
      }
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await mined;
      await ledger.close();
      unlock();
    },
  };
}

/** Imported with the first block to be made, once. */
function loadOnce(): () => Promise<ChainEngine> {
  let loaded: Promise<ChainEngine> | undefined;
  return () => {
    loaded ??= import('./chain-embedded-engine.ts').then(({ makeEngine }) => makeEngine(EMBEDDED_CHAIN_ID));
    return loaded;
  };
}

async function addGenesis(
  ledger: Ledger,
  engine: ChainEngine,
  operator: ReturnType<typeof addressOfKey>,
  timeSeconds: bigint,
): Promise<StoredBlock> {
  const accounts = new Map([[operator, { nonce: 0n, balance: OPERATOR_BALANCE_WEI }]]);
  const genesis = await engine.makeGenesis(accounts, timeSeconds);
  await ledger.append(genesis);
  return genesis;
}

async function readTransfer(engine: () => Promise<ChainEngine>, raw: Uint8Array): Promise<SignedTransfer> {
  assertTransferHere(raw);
  const { readTransfer: read } = await engine();
  try {
    return read(raw);
  } catch {
    throw refuse('invalid sender');
  }
}

/** Refused before the engine is loaded: whatever is not a transfer of type 2 that is bound to this chain. */
function assertTransferHere(raw: Uint8Array): void {
  const { type, chainId, to } = decodeHere(raw);
  if (type !== 2 || to === undefined) throw refuse('transaction type not supported');
  if (chainId !== BigInt(EMBEDDED_CHAIN_ID)) {
    throw refuse(`invalid chain id for signer: have ${chainId} want ${EMBEDDED_CHAIN_ID}`);
  }
}

function decodeHere(raw: Uint8Array): EthereumTransaction {
  try {
    return decodeTransaction(raw);
  } catch (error) {
    if (error instanceof ProofError) throw refuse(`rlp: ${error.message}`);
    throw error;
  }
}

/** The pool lets in only what can be executed; should it err, one transaction must not hold up all others. */
function dropUnminable(
  error: unknown,
  remove: (transfer: SignedTransfer) => void,
  log: Needs<'log'>['log'],
): void {
  if (!(error instanceof UnminableTransfer)) throw error;
  log.error('chain.transaction_dropped', { error });
  remove(error.transfer);
}
