/** Opens the chains that witness the log: always the embedded one, and the configured one if there is one. */

import path from 'node:path';
import type { DatabaseSettings } from '../database/settings.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { RandomBytes } from '../kernel/random-pool.ts';
import type { ChainDriver } from './chain-driver.ts';
import { openEmbeddedChain } from './embedded-chain/chain.ts';
import { serveChain } from './embedded-chain/http-server.ts';
import { connectEvmChain } from './evm/driver.ts';
import { configuredNetwork, EMBEDDED_NETWORK } from './networks.ts';
import type { AnchoringSettings } from './settings.ts';

/** A chain, opened by the process that has the duty to anchor on it. */
export type Chain = {
  network: string;
  /** The modes whose certificates its blocks certify: live (true), test (false), or both. */
  certifies: readonly boolean[];
  intervalMs: number;
  /** True if others send from this account too. */
  isShared: boolean;
  open(): Promise<ChainDriver>;
};

export function chainsOf(
  config: AnchoringSettings & Pick<DatabaseSettings, 'dataDir'>,
  needed: { now: Clock; randomBytes: RandomBytes; logger: Logger },
): Chain[] {
  const embedded: Chain = {
    network: EMBEDDED_NETWORK,
    certifies: config.chain === undefined ? [true, false] : [false],
    intervalMs: config.embeddedAnchorIntervalMs,
    isShared: false,
    open: () => openEmbedded(path.join(config.dataDir, 'chain'), needed),
  };
  const { chain } = config;
  if (chain === undefined) return [embedded];
  const configured: Chain = {
    network: configuredNetwork(config),
    certifies: [true],
    intervalMs: config.anchorIntervalMs,
    isShared: chain.isShared,
    open: async () => connectEvmChain(chain, needed),
  };
  return [configured, embedded];
}

/**
 * Opens the embedded chain behind the same protocol as any other chain, so that one driver is enough. It is never an
 * independent witness.
 */
async function openEmbedded(
  folder: string,
  needed: { now: Clock; randomBytes: RandomBytes; logger: Logger },
): Promise<ChainDriver> {
  const chain = await openEmbeddedChain(folder, needed);
  const server = await serveChain(chain, needed.logger);
  const driver = connectEvmChain(
    {
      rpcUrl: server.url,
      chainId: chain.chainId,
      privateKey: chain.signerKey,
      // One node makes every block, and none is ever reverted.
      finality: { tag: 'finalized' },
      maxFeePerGasWei: 10n ** 15n,
      trust: 'operator',
    },
    needed,
  );
  return {
    ...driver,
    async close() {
      await driver.close();
      await server.close();
      await chain.close();
    },
  };
}
