/** The contract of `ChainDriver`, checked against a real node. Each node calls `describeChain` once. */

import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commitsTo, decodeBlockHeader, decodeTransaction } from '../../proof/src/anchors/ethereum.ts';
import { findProvenTransaction } from '../../proof/src/anchors/merkle-patricia.ts';
import type {
  ChainDriver,
  ChainFinality,
  ChainTrust,
  MinedTransaction,
} from '../../server/src/anchoring/chain-driver.ts';
import type { ChainFailure } from '../../server/src/anchoring/chain-failure.ts';
import { connectEvmChain } from '../../server/src/anchoring/evm/driver.ts';

/** A node of a chain on which only the test makes blocks. */
export type ChainUnderTest = {
  url: string;
  chainId: number;
  trust: ChainTrust;
  /** Key of a funded account. */
  signerKey: Uint8Array;
  now: () => Date;
  /** Mines all waiting transactions; if none waits, it may or may not make a block. */
  mine(): Promise<void>;
  /** Drops the newest blocks and their transactions. */
  reorganise(depth: number): Promise<void>;
  /** Drops all waiting transactions. */
  forgetWaiting(): Promise<void>;
  close(): Promise<void>;
};

const GWEI = 1_000_000_000n;

export function describeChain(name: string, open: () => Promise<ChainUnderTest>): void {
  describe(`a driver on ${name}`, () => {
    let chain: ChainUnderTest;
    let driver: ChainDriver;
    const connect = (finality: ChainFinality, changed: Partial<Parameters<typeof connectEvmChain>[0]> = {}) =>
      connectEvmChain(
        {
          rpcUrl: chain.url,
          chainId: chain.chainId,
          privateKey: chain.signerKey,
          maxFeePerGasWei: 500n * GWEI,
          trust: chain.trust,
          finality,
          ...changed,
        },
        { now: chain.now },
      );
    beforeAll(async () => {
      chain = await open();
      driver = connect({ tag: 'finalized' });
    });
    afterAll(async () => {
      await driver?.close();
      await chain?.close();
    });

    const sendAnchor = async (root: Uint8Array) => {
      const planned = await driver.plan(root, await driver.nextNonce());
      expect(await driver.submit(planned.raw)).toBe('sent');
      return planned;
    };
    const expectMined = async (txHashes: readonly Uint8Array[]): Promise<MinedTransaction> => {
      const seen = await driver.look(txHashes);
      if (seen.state !== 'mined') throw new Error(`The transaction is ${seen.state}, not mined`);
      return seen;
    };
    const anchor = async (root: Uint8Array) => {
      const planned = await sendAnchor(root);
      await chain.mine();
      return { planned, mined: await expectMined([planned.txHash]) };
    };

    test('a funded account on the configured chain is healthy', async () => {
      expect(await driver.health()).toEqual({ ok: true, problems: [] });
      expect(driver.network).toBe(`eip155:${chain.chainId}`);
    });

    test('a wrong chain id and an account without funds are reported by code', async () => {
      const elsewhere = connect({ tag: 'finalized' }, { chainId: chain.chainId + 1 });
      const poor = connect({ tag: 'finalized' }, { privateKey: randomBytes(32) });
      expect((await elsewhere.health()).problems.map(({ code }) => code)).toEqual(['wrong_chain']);
      expect((await poor.health()).problems.map(({ code }) => code)).toEqual(['low_balance']);
      await expect(elsewhere.look([randomBytes(32)])).rejects.toMatchObject({ code: 'wrong_chain' });
      await elsewhere.close();
      await poor.close();
    });

    test('a root goes from plan to a final block, and its proof verifies without the node', async () => {
      const root = digestOf('a root');
      const nonce = await driver.nextNonce();
      const planned = await sendAnchor(root);
      expect(await driver.look([planned.txHash])).toEqual({ state: 'pending' });
      expect(await driver.nextNonce()).toBe(nonce);
      await chain.mine();
      const mined = await expectMined([planned.txHash]);
      expect(await driver.nextNonce()).toBe(nonce + 1);
      expect(await driver.headNumber()).toBeGreaterThanOrEqual(mined.blockNumber);
      const block = await driver.blockAt(mined.blockNumber);
      expect(block).toMatchObject({
        number: mined.blockNumber,
        timeSeconds: mined.blockTime.getTime() / 1000,
      });
      expect(asBytes(block?.hash ?? new Uint8Array())).toEqual(asBytes(mined.blockHash));
      expect(decodeBlockHeader(block?.header ?? new Uint8Array()).hash).toEqual(asBytes(mined.blockHash));
      expect(Math.abs(mined.blockTime.getTime() - chain.now().getTime())).toBeLessThan(60_000);
      for (let i = 0; i < 10 && (await driver.isFinal(mined.blockNumber, mined.blockHash)) !== true; i += 1) {
        await chain.mine();
      }
      expect(await driver.isFinal(mined.blockNumber, mined.blockHash)).toBe(true);
      expect(await driver.finalNumber()).toBeGreaterThanOrEqual(mined.blockNumber);
      expectProven(await driver.prove(mined), mined, root, planned.raw);
    });

    test('the same plan gives the same bytes', async () => {
      const nonce = await driver.nextNonce();
      const first = await driver.plan(digestOf('again'), nonce);
      expect(await driver.plan(digestOf('again'), nonce)).toEqual(first);
      expect(decodeTransaction(first.raw)).toMatchObject({ type: 2, value: 0n, nonce: BigInt(nonce) });
    });

    test('a transaction sent twice is reported as known, and once mined its nonce as used', async () => {
      const planned = await sendAnchor(digestOf('twice'));
      expect(await driver.submit(planned.raw)).toBe('known');
      await chain.mine();
      expect(await driver.submit(planned.raw)).toBe('nonce_used');
      const other = await driver.plan(digestOf('other'), planned.nonce);
      expect(await driver.submit(other.raw)).toBe('nonce_used');
      await expectMined([planned.txHash]);
    });

    test('a replacement takes the place of the waiting attempt, and the newest root is mined', async () => {
      const first = await sendAnchor(digestOf('older root'));
      const second = await driver.plan(digestOf('newer root'), first.nonce, first);
      expect(await driver.submit(second.raw)).toBe('sent');
      await chain.mine();
      const mined = await expectMined([first.txHash, second.txHash]);
      expect(mined.txHash).toEqual(second.txHash);
      expectProven(await driver.prove(mined), mined, digestOf('newer root'), second.raw);
      expect((await driver.look([first.txHash])).state).not.toBe('mined');
    });

    test('a replacement that does not outbid is reported as underpriced', async () => {
      const first = await sendAnchor(digestOf('first'));
      const cheap = await driver.plan(digestOf('no more'), first.nonce);
      await expect(driver.submit(cheap.raw)).rejects.toMatchObject({ code: 'underpriced' });
      await chain.mine();
      await expectMined([first.txHash]);
    });

    test('a transaction dropped from the pool is unknown, and sending the stored bytes restores it', async () => {
      const planned = await sendAnchor(digestOf('dropped'));
      await chain.forgetWaiting();
      expect(await driver.look([planned.txHash])).toEqual({ state: 'unknown' });
      expect(await driver.submit(planned.raw)).toBe('sent');
      await chain.mine();
      await expectMined([planned.txHash]);
    });

    test('a reorganisation before finality is noticed, and the same bytes are mined in another block', async () => {
      await anchor(digestOf('below'));
      const { planned, mined } = await anchor(digestOf('reorganised'));
      const watching = connect({ depth: 3 });
      expect(await watching.isFinal(mined.blockNumber, mined.blockHash)).toBe(false);
      await chain.reorganise(1);
      expect(await watching.isFinal(mined.blockNumber, mined.blockHash)).toBe('reorganised');
      expect((await driver.look([planned.txHash])).state).not.toBe('mined');
      await expect(driver.prove(mined)).rejects.toMatchObject({ code: 'block_gone' });
      expect(await driver.submit(planned.raw)).toBe('sent');
      await chain.mine();
      const again = await expectMined([planned.txHash]);
      expect(again.blockHash).not.toEqual(mined.blockHash);
      expectProven(await driver.prove(again), again, digestOf('reorganised'), planned.raw);
      await watching.close();
    });

    test('a nonce is settled once a final block has used it, and not before', async () => {
      const watching = connect({ depth: 2 });
      const { planned } = await anchor(digestOf('settled'));
      const isSettled = async () => (await watching.settledNonce()) > planned.nonce;
      const verdicts: boolean[] = [];
      for (const root of ['first', 'second', 'third']) {
        verdicts.push(await isSettled());
        await anchor(digestOf(root));
      }
      expect(verdicts).toEqual([false, false, true]);
      // The driver agrees in the end, however many blocks finality takes on this chain.
      for (let i = 0; i < 10 && (await driver.settledNonce()) <= planned.nonce; i += 1) await chain.mine();
      expect(await driver.settledNonce()).toBeGreaterThan(planned.nonce);
      expect(await driver.settledNonce()).toBeLessThanOrEqual(await driver.nextNonce());
      await watching.close();
    });

    test('waiting transactions, and those dropped by a reorganisation, are not settled', async () => {
      const watching = connect({ depth: 1 });
      const waiting = await sendAnchor(digestOf('waits'));
      expect(await watching.settledNonce()).toBeLessThanOrEqual(waiting.nonce);
      await chain.mine();
      await chain.reorganise(1);
      expect(await watching.settledNonce()).toBeLessThanOrEqual(waiting.nonce);
      await driver.submit(waiting.raw);
      await chain.mine();
      await anchor(digestOf('on top'));
      expect(await watching.settledNonce()).toBe(waiting.nonce + 1);
      await watching.close();
    });

    test('with finality by depth, a block is final with exactly that many on top of it', async () => {
      const watching = connect({ depth: 2 });
      const { mined } = await anchor(digestOf('deep'));
      const verdicts: unknown[] = [];
      for (const root of ['one', 'two', 'three']) {
        verdicts.push(await watching.isFinal(mined.blockNumber, mined.blockHash));
        await anchor(digestOf(root));
      }
      expect(verdicts).toEqual([false, false, true]);
      await watching.close();
    });

    test('several anchors in one block each have their own proof', async () => {
      const firstNonce = await driver.nextNonce();
      const roots = Array.from({ length: 5 }, (_, i) => digestOf(`one of many ${i}`));
      const planned = await Promise.all(roots.map((root, i) => driver.plan(root, firstNonce + i)));
      for (const { raw } of planned) expect(await driver.submit(raw)).toBe('sent');
      await chain.mine();
      const numbers = new Set<number>();
      for (const [i, { txHash, raw }] of planned.entries()) {
        const mined = await expectMined([txHash]);
        numbers.add(mined.blockNumber);
        expectProven(await driver.prove(mined), mined, roots[i]!, raw);
      }
      expect(numbers.size).toBe(1);
    });

    test('an account that cannot pay is reported, and nothing waits', async () => {
      const poor = connect({ tag: 'finalized' }, { privateKey: randomBytes(32) });
      const failure = await poor
        .plan(digestOf('poor'), 0)
        .then(({ raw }) => poor.submit(raw))
        .catch((error: ChainFailure) => error);
      expect(failure).toMatchObject({ name: 'ChainFailure', code: 'insufficient_funds' });
      await poor.close();
    });

    test('nothing is planned above the configured fee', async () => {
      const stingy = connect({ tag: 'finalized' }, { maxFeePerGasWei: 1n });
      await expect(stingy.plan(digestOf('dear'), await driver.nextNonce())).rejects.toMatchObject({
        code: 'fee_cap',
      });
      await stingy.close();
    });

    test('what the account has sent is found by its nonce', async () => {
      const before = await anchor(digestOf('known'));
      const sent = [await anchor(digestOf('not known')), await anchor(digestOf('nor this'))];
      for (let i = 0; i < 5; i += 1) await chain.mine();
      const afterBlock = before.mined.blockNumber;
      const found = await driver.sent(sent.map(({ planned }) => ({ nonce: planned.nonce, afterBlock })));
      expect(found).toEqual(
        sent.map(({ planned: { nonce, raw }, mined: { blockNumber, blockTime } }) => {
          return { nonce, blockNumber, blockTime, raw: asBytes(raw) };
        }),
      );
    });

    test('a block beyond the head is not found, and an unknown transaction is unknown', async () => {
      expect(await driver.blockAt((await driver.headNumber()) + 1000)).toBeUndefined();
      expect(await driver.look([randomBytes(32)])).toEqual({ state: 'unknown' });
    });
  });
}

function expectProven(
  proof: Awaited<ReturnType<ChainDriver['prove']>>,
  mined: MinedTransaction,
  root: Uint8Array,
  raw: Uint8Array,
): void {
  if (proof.inclusion !== 'mpt') throw new Error(proof.because);
  const header = decodeBlockHeader(proof.headerRlp);
  expect(header.hash).toEqual(asBytes(mined.blockHash));
  expect(header.number).toBe(mined.blockNumber);
  expect(header.timeSeconds * 1000).toBe(mined.blockTime.getTime());
  const proven = findProvenTransaction(header.transactionsRoot, mined.txIndex, proof.nodes);
  expect(proven).toEqual(asBytes(raw));
  expect(proof.rawTransaction).toEqual(asBytes(raw));
  expect(commitsTo(decodeTransaction(raw), root)).toBe(true);
}

function digestOf(text: string): Uint8Array {
  return asBytes(createHash('sha256').update(text).digest());
}

/** Buffers and plain arrays with the same bytes count as equal. */
function asBytes(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}
