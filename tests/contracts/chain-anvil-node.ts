/** Opens anvil, a third-party node, for the contract of chains, where its platform package is installed. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openChainRpc } from '../../server/src/anchoring/evm/rpc.ts';
import type { ChainUnderTest } from './chain.contract.ts';

const PACKAGE = '@foundry-rs/anvil-linux-amd64';
const CHAIN_ID = 31_337;
/** The first account that anvil funds by default; its key is public. */
const SIGNER_KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

export function findAnvil(): string | undefined {
  try {
    const { resolve } = createRequire(import.meta.url);
    return path.join(path.dirname(resolve(`${PACKAGE}/package.json`)), 'bin', 'anvil');
  } catch {
    return undefined;
  }
}

export async function openAnvilNode(program: string): Promise<ChainUnderTest> {
  const child = spawn(
    program,
    ['--port', '0', '--no-mining', '--chain-id', String(CHAIN_ID), '--slots-in-an-epoch', '2'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const url = await readAddress(child);
  const rpc = openChainRpc({ url, timeoutMs: 10_000 });
  return {
    url,
    chainId: CHAIN_ID,
    trust: 'public',
    signerKey: Uint8Array.from(Buffer.from(SIGNER_KEY, 'hex')),
    now: () => new Date(),
    mine: async () => void (await rpc.request('evm_mine', [])),
    reorganise: async (depth) => void (await rpc.request('anvil_reorg', [depth, []])),
    forgetWaiting: async () => void (await rpc.request('anvil_dropAllTransactions', [])),
    async close() {
      await rpc.close();
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

async function readAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('anvil has no output to read');
  for await (const line of createInterface(child.stdout)) {
    const address = /Listening on (\S+)/.exec(line)?.[1];
    if (address !== undefined) {
      child.stdout.resume();
      return `http://${address}/`;
    }
  }
  throw new Error('anvil ended before it listened');
}
