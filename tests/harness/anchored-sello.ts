/** A Sello whose certificates are anchored on an embedded chain that the test drives block by block. */

import { randomBytes } from 'node:crypto';
import type { AnchorRules } from '../../server/src/anchoring/anchor-checkpoints.ts';
import type { ChainDriver } from '../../server/src/anchoring/chain-driver.ts';
import { connectEvmChain, type EvmChainConfig } from '../../server/src/anchoring/evm/driver.ts';
import type { Environment } from '../../server/src/settings.ts';
import { openReorgChain, type ReorgChain } from './reorg-chain.ts';
import { type ScriptedChain, scriptChain } from './scripted-chain.ts';
import {
  API,
  openTestSello,
  type TestAccount,
  type TestAnswer,
  type TestCall,
  type TestSello,
} from './test-sello.ts';

export type AnchoredSello = {
  sello: TestSello;
  caller: TestAccount;
  chain: ReorgChain;
  driver: ScriptedChain;
  /** A separate connection to the chain, as another process would have. */
  connect(changed?: Partial<EvmChainConfig>): ChainDriver;
  /** Certifies one file and sequences it; resolves with its id. */
  certify(): Promise<string>;
  anchor(rules?: Partial<AnchorRules>): Promise<void>;
  /** Runs a round of the anchorer, makes a block, and runs a round that sees the block. */
  anchorAndMine(): Promise<void>;
  record(id: string): Promise<TestAnswer['body']>;
  proof(id: string, query?: string, headers?: TestCall['headers']): Promise<TestAnswer>;
  anchorRows(): Promise<Record<string, unknown>[]>;
  /** Roots carried by transactions on the chain, in chain order. */
  rootsOnChain(): Promise<string[]>;
  /** A transaction of the same account that Sello does not know about. */
  sendForeign(fees?: Parameters<ChainDriver['plan']>[2]): Promise<void>;
  close(): Promise<void>;
};

export async function openAnchoredSello(
  blocks: 'when sent' | 'when told' = 'when told',
  env: Environment = {},
): Promise<AnchoredSello> {
  const sello = await openTestSello(env);
  const chain = await openReorgChain(blocks);
  const drivers: ChainDriver[] = [];
  const connect: AnchoredSello['connect'] = (changed = {}) => {
    const { url: rpcUrl, chainId, signerKey: privateKey, now } = chain;
    const finality = { tag: 'finalized' } as const;
    const config = { rpcUrl, chainId, privateKey, finality, maxFeePerGasWei: 10n ** 15n, ...changed };
    const driver = connectEvmChain({ trust: 'operator', ...config }, { now });
    drivers.push(driver);
    return driver;
  };
  const driver = scriptChain(connect());
  const caller = await sello.newAccount();
  const anchor = (rules?: Partial<AnchorRules>) => sello.anchorWith(driver, rules);
  return {
    sello,
    caller,
    chain,
    driver,
    connect,
    anchor,
    async certify() {
      const { id } = await sello.certify(caller.key, randomBytes(12));
      await sello.sequence();
      return id;
    },
    async anchorAndMine() {
      await anchor();
      await chain.mine();
      await anchor();
    },
    async record(id) {
      return (await sello.call('GET', `${API}/certificates/${id}`, { key: caller.key })).body.certificate;
    },
    proof: (id, query = 'type=blockchain&format=raw', headers = {}) =>
      sello.call('GET', `${API}/certificates/${id}/proof?${query}`, { key: caller.key, headers }),
    anchorRows: () => sello.database.query('select * from anchors order by id', [], 'rows'),
    rootsOnChain: () => readRoots(chain),
    async sendForeign(fees) {
      const { raw } = await driver.plan(randomBytes(32), await driver.nextNonce(), fees);
      await driver.submit(raw);
      await chain.mine();
    },
    async close() {
      for (const opened of drivers) await opened.close();
      await sello.close();
      await chain.close();
    },
  };
}

async function readRoots({ request }: Pick<ReorgChain, 'request'>): Promise<string[]> {
  const roots: string[] = [];
  const head = Number(await request('eth_blockNumber', []));
  for (let number = 0; number <= head; number += 1) {
    const block = await request('eth_getBlockByNumber', [`0x${number.toString(16)}`, true]);
    const { transactions } = block as { transactions: { input: string }[] };
    // Magic, then the root.
    roots.push(...transactions.map(({ input }) => input.slice(-64)));
  }
  return roots;
}
