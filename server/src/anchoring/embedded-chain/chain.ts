/**
 * The embedded chain: real Ethereum blocks of our own, made as soon as a transaction waits, and stored in the data
 * folder. A single operator makes it. So it proves the order and completeness of the log only to people who keep a copy
 * of it, and proves nothing about time.
 */

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decodeTransaction, type EthereumTransaction, ProofError } from '@sello/proof';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';

import { addressOfKey } from '../evm/address.ts';
import type { ChainEngine } from './engine.ts';
import { readOrMakeKey } from './key.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { type MinerParts, makeMiner } from './miner.ts';
import { RpcRefusal, refuse } from './refusal.ts';
import { answerRpc } from './rpc-methods.ts';
import { EMBEDDED_CHAIN_ID } from './rules.ts';
import { makeTransactionPool } from './transaction-pool.ts';
import type { SignedTransfer } from './transfer.ts';

export type EmbeddedChain = {
  readonly chainId: number;
  /** The key of the account that owns all the funds of the chain. */
  readonly signerKey: Uint8Array;
  /** Rejects with an `RpcRefusal` where a node would answer with an error. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Mines waiting transactions. It is needed only if `blocks` is `when told`. */
  mine(): Promise<void>;
  close(): Promise<void>;
};

export type EmbeddedChainOptions = {
  /** When blocks are made. The default is `when sent`: the block is made before the sender gets an answer. */
  blocks?: 'when sent' | 'when told';
};

/** A billion ether, so that the account never runs out. */
const OPERATOR_BALANCE_WEI = 10n ** 27n;

export async function openEmbeddedChain(
  folder: string,
  needed: { now: Clock; randomBytes: RandomBytes; logger: Logger },
  { blocks = 'when sent' }: EmbeddedChainOptions = {},
): Promise<EmbeddedChain> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(path.join(folder, 'lock'));
  let ledger: Ledger | undefined;
  try {
    const signerKey = await readOrMakeKey(path.join(folder, 'operator.key'), needed.randomBytes);
    ledger = await openLedger(path.join(folder, 'blocks'), needed.logger);
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
  needed: { now: Clock; logger: Logger },
  blocks: 'when sent' | 'when told',
  unlock: () => void,
): Promise<EmbeddedChain> {
  const parts = {
    ledger,
    pool: makeTransactionPool(),
    engine: loadOnce(),
    operator: addressOfKey(signerKey),
  };
  if (ledger.head() === undefined) await addGenesis(parts, needed.now());
  const miner = makeMiner(parts, needed);
  let isClosed = false;

  const send = async (raw: Uint8Array) => {
    const transfer = await readTransfer(parts.engine, raw);
    try {
      parts.pool.add(transfer, ledger.accounts);
    } finally {
      // A block is made even if the pool refuses the transaction as known: its block may have failed to be written, and
      // this is the sender's second try.
      if (blocks === 'when sent') await miner.mine();
    }
    return transfer.hash;
  };
  return {
    chainId: EMBEDDED_CHAIN_ID,
    signerKey,
    mine: miner.mine,
    async request(method, params) {
      if (isClosed) throw refuse('the chain is closed');
      try {
        return await answerRpc({ ...parts, send }, method, params);
      } catch (error) {
        if (error instanceof RpcRefusal) throw error;
        needed.logger.error('chain.request_failed', { method, error });
        throw new RpcRefusal(-32603, 'the chain could not do this now; its log says why');
      }
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await miner.stop();
      await ledger.close();
      unlock();
    },
  };
}

/** Imports the engine once, when the first block is made. */
function loadOnce(): () => Promise<ChainEngine> {
  let loaded: Promise<ChainEngine> | undefined;
  return () => {
    loaded ??= import('./engine.ts').then(({ makeEngine }) => makeEngine(EMBEDDED_CHAIN_ID));
    return loaded;
  };
}

async function addGenesis({ ledger, engine, operator }: MinerParts, now: Date): Promise<void> {
  const accounts = new Map([[operator, { nonce: 0n, balance: OPERATOR_BALANCE_WEI }]]);
  const { makeGenesis } = await engine();
  await ledger.append(await makeGenesis(accounts, BigInt(Math.floor(now.getTime() / 1000))));
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

/**
 * Throws unless the bytes are a transfer of type 2 bound to this chain; nothing else is accepted. This is checked
 * before the engine is loaded.
 */
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

/**
 * One process at a time owns a chain's folder. It is locked with SQLite's lock on an empty file, which the kernel
 * releases however the process ends, and which also works between containers that share the folder.
 */
type FolderLock = { release(): void };

const SQLITE_BUSY = 5;

function lockFolder(file: string): FolderLock {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw error;
    throw new OperatorError(
      {
        en: `Another process uses the embedded chain already (${file} is locked). Stop it, or let this process reach that chain or another one by SELLO_CHAIN_RPC_URL.`,
        es: `Otro proceso ya usa la cadena integrada (${file} está bloqueado). Deténgalo o haga que este llegue a esa cadena o a otra por SELLO_CHAIN_RPC_URL.`,
      },
      { cause: error },
    );
  }
  return { release: () => database.close() };
}
