/** Checks, at the start and for `/readyz`, whether anchoring on a chain would work now. */

import type { ChainFinality, ChainHealth, ChainProblem, ChainTrust } from '../chain-driver.ts';
import { ChainFailure } from '../chain-failure.ts';
import type { FeeMarket } from './fees.ts';
import type { BlockSummary, EvmNode } from './node.ts';

type HealthSubject = {
  node: EvmNode;
  address: string;
  trust: ChainTrust;
  finality: ChainFinality;
  now: () => Date;
};

/** Warn when the account can pay for fewer anchors than this. */
const ANCHORS_IN_RESERVE = 10n;
const GAS_PER_ANCHOR = 25_000n;
const MAX_AHEAD_SECONDS = 60;
/**
 * How old the latest block may be. Public chains make one every few seconds; others may pause while nobody uses them.
 */
const MAX_BEHIND_SECONDS = 600;

export async function checkHealth(subject: HealthSubject): Promise<ChainHealth> {
  const problems: ChainProblem[] = [];
  try {
    await subject.node.assertChain();
    for (const check of [findClockProblem, findFinalityProblem, findFundsProblem]) {
      const problem = await check(subject);
      if (problem !== undefined) problems.push(problem);
    }
  } catch (error) {
    if (!(error instanceof ChainFailure)) throw error;
    problems.push({ code: error.code, message: error.message });
  }
  return { ok: problems.length === 0, problems };
}

async function findClockProblem({ node, trust, now }: HealthSubject): Promise<ChainProblem | undefined> {
  const { timeSeconds } = await latestBlock(node);
  const aheadSeconds = timeSeconds - Math.floor(now().getTime() / 1000);
  if (aheadSeconds > MAX_AHEAD_SECONDS) {
    const message = `the chain's latest block is ${aheadSeconds} s ahead of this machine's clock`;
    return { code: 'clock_skew', message };
  }
  if (trust !== 'public' || -aheadSeconds <= MAX_BEHIND_SECONDS) return undefined;
  const message = `the latest block the node has is ${-aheadSeconds} s old: it is behind, or our clock is ahead`;
  return { code: 'stale_node', message };
}

async function findFinalityProblem({ node, finality }: HealthSubject): Promise<ChainProblem | undefined> {
  if ('depth' in finality) return undefined;
  try {
    if ((await node.block('finalized')) !== undefined) return undefined;
  } catch (error) {
    if (!(error instanceof ChainFailure) || error.code !== 'rpc_error') throw error;
  }
  const message = 'the chain does not tell which blocks are final: set a number of confirmations instead';
  return { code: 'no_finality', message };
}

async function findFundsProblem({ node, address }: HealthSubject): Promise<ChainProblem | undefined> {
  const balance = await node.balance(address);
  const market = await feeMarketOf(node);
  if (market === undefined) {
    return { code: 'no_base_fee', message: 'the chain has no base fee (EIP-1559), which anchors need' };
  }
  const anchorWei = GAS_PER_ANCHOR * (market.baseFeePerGas + market.tipPerGas);
  if (balance >= ANCHORS_IN_RESERVE * anchorWei) return undefined;
  const count = anchorWei === 0n ? 0n : balance / anchorWei;
  return { code: 'low_balance', message: `${address} can pay for ${count} more anchors at today's fees` };
}

/** The fee market of the chain. A node of a chain without EIP-1559 does not know the method. */
async function feeMarketOf(node: EvmNode): Promise<FeeMarket | undefined> {
  try {
    return await node.feeMarket();
  } catch (error) {
    if (error instanceof ChainFailure && error.code === 'rpc_error') return undefined;
    throw error;
  }
}

async function latestBlock(node: EvmNode): Promise<BlockSummary> {
  const block = await node.block('latest');
  if (block === undefined) throw new ChainFailure('garbage', 'the node has no latest block');
  return block;
}
