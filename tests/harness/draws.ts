/** Councils whose draws are decided by an embedded chain, on which the test makes each block. */

import { randomBytes } from 'node:crypto';
import type { ChainDriver } from '../../server/src/anchoring/chain-driver.ts';
import { connectEvmChain } from '../../server/src/anchoring/evm/driver.ts';
import { certifyDraws } from '../../server/src/memberships/draws/certify-draws.ts';
import { followDraws } from '../../server/src/memberships/draws/follow-draws.ts';
import type { Council } from './memberships.ts';
import { openReorgChain, type ReorgChain } from './reorg-chain.ts';
import type { TestSello } from './test-sello.ts';

export type DrawChain = {
  chain: ReorgChain;
  driver: ChainDriver;
  /** One round of the process that follows the chain. */
  follow(): Promise<boolean>;
  /** The worker's round for documents. */
  certify(): Promise<number>;
  mine(): Promise<void>;
  /** Makes a block whose time is later than that of a stamp made now. */
  mineLater(): Promise<void>;
  close(): Promise<void>;
};

export async function openDrawChain(sello: TestSello): Promise<DrawChain> {
  const chain = await openReorgChain('when told');
  const { url: rpcUrl, chainId, signerKey: privateKey, now } = chain;
  const settings = {
    finality: { tag: 'finalized' },
    maxFeePerGasWei: 10n ** 15n,
    trust: 'operator',
  } as const;
  const driver = connectEvmChain({ rpcUrl, chainId, privateKey, ...settings }, { now });
  const mine = async () => {
    const { raw } = await driver.plan(randomBytes(32), await driver.nextNonce());
    await driver.submit(raw);
    await chain.mine();
  };
  return {
    chain,
    driver,
    follow: () => followDraws(sello.ports, driver, [true, false]),
    certify: () => certifyDraws(sello.ports),
    mine,
    async mineLater() {
      const behindMs = sello.ports.now().getTime() - chain.now().getTime();
      chain.advance(Math.max(behindMs, 0) + 2_000);
      await mine();
    },
    async close() {
      await driver.close();
      await chain.close();
    },
  };
}

/** Makes a program with this many candidates. */
export async function fillProgram(
  council: Council,
  count: number,
): Promise<{ programId: string; memberships: { id: string; member_id: string }[] }> {
  const program = await council.program();
  const memberships = [];
  for (let n = 0; n < count; n++)
    memberships.push(await council.membership({ program, starts_on: council.today(-30) }));
  return { programId: program.id, memberships };
}

export function newDraw({ today }: Council, program_id: string, fields: object = {}): object {
  return { program_id, name: 'Revisión anual', count: 3, from: today(-300), to: today(), ...fields };
}

/** Takes a draw through all its steps, from draft to result. Resolves with its id. */
export async function drawOnce(council: Council, chain: DrawChain, wanted: object): Promise<string> {
  const { id } = (await council.must('POST', '/draws', wanted)).draw;
  await council.must('POST', `/draws/${id}/seal`);
  await chain.follow();
  await chain.certify();
  await chain.mineLater();
  await chain.follow();
  return id;
}

/** A draw among all members of the program, on its own chain. */
export async function drawEverybody(council: Council, programId: string): Promise<string> {
  const chain = await openDrawChain(council.sello);
  try {
    return await drawOnce(council, chain, newDraw(council, programId, { count: 1_000 }));
  } finally {
    await chain.close();
  }
}
