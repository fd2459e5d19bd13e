/**
 * Executes the embedded chain's blocks with @ethereumjs. It is loaded when the first block is made, because the
 * import takes longer than the rest of the start-up. The rules are those of Cancun, the last version that needs no
 * system contracts.
 */

import { createBlock, createBlockFromBytesArray } from '@ethereumjs/block';
import { type Common, createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { MerkleStateManager } from '@ethereumjs/statemanager';
import { createFeeMarket1559TxFromRLP } from '@ethereumjs/tx';
import { createAccount, createAddressFromString } from '@ethereumjs/util';
import { buildBlock, createVM } from '@ethereumjs/vm';
import { encodeUtf8, equalBytes } from '@sello/proof';
import { type AddressHex, addressHex, keccak } from '../evm/address.ts';
import { type ChainAccount, headerBytes, headerNumber, type StoredBlock } from './record.ts';
import { GAS_LIMIT } from './rules.ts';
import { type SignedTransfer, UnminableTransfer } from './transfer.ts';

export type Accounts = ReadonlyMap<AddressHex, ChainAccount>;

const FIRST_BASE_FEE = 1_000_000_000n;

export type ChainEngine = {
  /** Throws unless the bytes are a validly signed transfer of type 2 for this chain. */
  readTransfer(raw: Uint8Array): SignedTransfer;
  /** The first block, which creates these accounts. */
  makeGenesis(accounts: Accounts, timeSeconds: bigint): Promise<StoredBlock>;
  /** Makes a block on a fresh state made from the accounts, so that a block that fails leaves no trace. */
  makeBlock(
    parent: StoredBlock,
    accounts: Accounts,
    transfers: readonly SignedTransfer[],
    timeSeconds: bigint,
    coinbase: AddressHex,
  ): Promise<StoredBlock>;
};

export function makeEngine(chainId: number): ChainEngine {
  const common = createCustomCommon({ chainId, name: 'sello-embedded' }, Mainnet, {
    hardfork: Hardfork.Cancun,
    customCrypto: { keccak256: keccak },
  });
  return {
    readTransfer: (raw) => readTransfer(common, raw),
    makeGenesis: (...given) => makeGenesis(common, ...given),
    // Each virtual machine registers itself with its `Common`, so a shared `Common` would keep all of them in memory.
    makeBlock: (...given) => makeBlock(common.copy(), ...given),
  };
}

async function makeGenesis(common: Common, accounts: Accounts, timeSeconds: bigint): Promise<StoredBlock> {
  const state = await stateOf(common, accounts);
  const header = {
    number: 0n,
    gasLimit: GAS_LIMIT,
    baseFeePerGas: FIRST_BASE_FEE,
    timestamp: timeSeconds,
    extraData: encodeUtf8('Sello embedded chain'),
    stateRoot: await state.getStateRoot(),
  };
  const genesis = createBlock({ header, withdrawals: [] }, { common });
  return {
    hash: genesis.hash(),
    header: genesis.header.raw(),
    transactions: [],
    receipts: [],
    accounts: [...accounts].map(([address, account]) => ({ address, account })),
  };
}

async function makeBlock(
  common: Common,
  parent: StoredBlock,
  accounts: Accounts,
  transfers: readonly SignedTransfer[],
  timeSeconds: bigint,
  coinbase: AddressHex,
): Promise<StoredBlock> {
  const state = await stateOf(common, accounts);
  if (!equalBytes(await state.getStateRoot(), headerBytes(parent, 'stateRoot'))) {
    throw new Error(`The accounts do not give the state root of block ${headerNumber(parent, 'number')}`);
  }
  const builder = await buildBlock(await createVM({ common, stateManager: state }), {
    parentBlock: createBlockFromBytesArray([[...parent.header], [], [], []], { common }),
    headerData: {
      coinbase: createAddressFromString(coinbase),
      timestamp: timeSeconds,
      gasLimit: GAS_LIMIT,
    },
    withdrawals: [],
    blockOpts: { putBlockIntoBlockchain: false },
  });
  for (const transfer of transfers) {
    await builder.addTransaction(transfer.executable).catch((error) => {
      throw new UnminableTransfer(transfer, error);
    });
  }
  const { block } = await builder.build();
  const touched = new Set(transfers.flatMap(({ sender, to }) => [sender, to]).concat(coinbase));
  return {
    hash: block.hash(),
    header: block.header.raw(),
    transactions: transfers.map(({ raw }) => raw),
    receipts: builder.transactionReceipts.map((receipt, i) => ({
      from: Buffer.from((transfers[i]?.sender ?? '').slice(2), 'hex'),
      status: 'status' in receipt ? BigInt(receipt.status) : 0n,
      cumulativeGasUsed: receipt.cumulativeBlockGasUsed,
    })),
    accounts: await Promise.all([...touched].map((address) => accountIn(state, address))),
  };
}

function readTransfer(common: Common, raw: Uint8Array): SignedTransfer {
  const executable = createFeeMarket1559TxFromRLP(raw, { common });
  const { to, nonce, value, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = executable;
  if (to === undefined) throw new Error('the transaction creates a contract');
  return {
    hash: executable.hash(),
    raw,
    sender: addressHex(executable.getSenderAddress().bytes),
    to: addressHex(to.bytes),
    leastGas: executable.getIntrinsicGas(),
    ...{ nonce, value, gasLimit, maxFeePerGas, maxPriorityFeePerGas, executable },
  };
}

async function stateOf(common: Common, accounts: Accounts): Promise<MerkleStateManager> {
  const state = new MerkleStateManager({ common });
  for (const [address, account] of accounts) {
    await state.putAccount(createAddressFromString(address), createAccount(account));
  }
  return state;
}

async function accountIn(state: MerkleStateManager, address: AddressHex) {
  const found = await state.getAccount(createAddressFromString(address));
  return { address, account: { nonce: found?.nonce ?? 0n, balance: found?.balance ?? 0n } };
}
