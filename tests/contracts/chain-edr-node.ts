/** Opens EDR, the node inside Hardhat, for the contract of chains: in this process, and only where it is installed. */

import { createRequire } from 'node:module';
import { serveChain } from '../../server/src/anchoring/embedded-chain/http-server.ts';
import { RpcRefusal } from '../../server/src/anchoring/embedded-chain/refusal.ts';
import { addressOfKey } from '../../server/src/anchoring/evm/address.ts';
import { silentLogger } from '../harness/reorg-chain.ts';
import type { ChainUnderTest } from './chain.contract.ts';

/** The part of EDR's interface used here. */
type Edr = {
  EdrContext: new () => {
    registerProviderFactory(chainType: string, factory: unknown): Promise<void>;
    createProvider(chainType: string, ...config: unknown[]): Promise<EdrProvider>;
  };
  ContractDecoder: new () => unknown;
  l1ProviderFactory(): unknown;
  l1HardforkToString(hardfork: number): string;
  l1HardforkLatest(): number;
  L1_CHAIN_TYPE: string;
  MineOrdering: { Fifo: string };
};
type EdrProvider = { handleRequest(request: string): Promise<{ data: unknown }> };

const CHAIN_ID = 31_337;
const SIGNER_KEY = new Uint8Array(32).fill(7);

export function findEdr(): Edr | undefined {
  try {
    return createRequire(import.meta.url)('@nomicfoundation/edr');
  } catch {
    return undefined;
  }
}

export async function openEdrNode(edr: Edr): Promise<ChainUnderTest> {
  const provider = await createProvider(edr);
  const request = async (method: string, params: readonly unknown[]) => {
    const { data } = await provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    const { result, error } = typeof data === 'string' ? JSON.parse(data) : data;
    if (error !== undefined) throw new RpcRefusal(error.code, error.message);
    return result;
  };
  const server = await serveChain({ request }, silentLogger);
  /** One snapshot per block: reverting to it drops later blocks and waiting transactions. */
  const snapshots = [await request('evm_snapshot', [])];
  const goBack = async (blocks: number) => {
    const target = snapshots.at(-1 - blocks);
    snapshots.length -= blocks + 1;
    await request('evm_revert', [target]);
    snapshots.push(await request('evm_snapshot', []));
    // Otherwise a block made in the same second as a dropped one would be identical to it.
    await request('evm_increaseTime', [2]);
  };
  return {
    url: server.url,
    chainId: CHAIN_ID,
    trust: 'operator',
    signerKey: SIGNER_KEY,
    now: () => new Date(),
    async mine() {
      await request('evm_mine', []);
      snapshots.push(await request('evm_snapshot', []));
    },
    reorganise: goBack,
    forgetWaiting: () => goBack(0),
    close: () => server.close(),
  };
}

async function createProvider(edr: Edr): Promise<EdrProvider> {
  const context = new edr.EdrContext();
  await context.registerProviderFactory(edr.L1_CHAIN_TYPE, edr.l1ProviderFactory());
  const funded = Buffer.from(addressOfKey(SIGNER_KEY).slice(2), 'hex');
  const config = {
    allowBlocksWithSameTimestamp: false,
    allowUnlimitedContractSize: false,
    bailOnCallFailure: false,
    bailOnTransactionFailure: false,
    chainId: BigInt(CHAIN_ID),
    networkId: BigInt(CHAIN_ID),
    coinbase: Buffer.alloc(20, 9),
    defaultTransactionGasLimit: 1_000_000n,
    genesisState: [{ address: funded, balance: 10n ** 24n }],
    hardfork: edr.l1HardforkToString(edr.l1HardforkLatest()),
    initialBaseFeePerGas: 1_000_000_000n,
    initialParentBeaconBlockRoot: Buffer.alloc(32),
    minGasPrice: 0n,
    mining: { autoMine: false, blockGasLimit: 30_000_000n, memPool: { order: edr.MineOrdering.Fifo } },
    network: {
      genesisBlockGasLimit: 30_000_000n,
      genesisBlobGas: { gasUsed: 0n, excessGas: 0n },
      genesisBlockTime: BigInt(Math.floor(Date.now() / 1000) - 1),
    },
    observability: {},
    ownedAccounts: [],
    precompileOverrides: [],
  };
  return context.createProvider(
    edr.L1_CHAIN_TYPE,
    config,
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback() {} },
    { subscriptionCallback() {} },
    new edr.ContractDecoder(),
  );
}
