import { expect, test } from 'vitest';
import { ChainFailure } from '../chain-failure.ts';
import { findSent } from './find-sent.ts';

const OWN = `0x${'ab'.repeat(20)}`;

/**
 * A chain in which each of these blocks holds one transaction of our account. The node knows no states older than
 * `statesFrom`.
 */
function chainOf(head: number, blocks: readonly number[], statesFrom = 0) {
  const asked: string[] = [];
  return {
    asked,
    async minedCount(address: string, at: number | 'latest' | 'finalized') {
      asked.push(`count ${at}`);
      expect(address).toBe(OWN);
      if (Number(at) < statesFrom) throw new ChainFailure('rpc_error', 'missing trie node');
      return blocks.filter((block) => block <= Number(at)).length;
    },
    async fullBlockAt(number: number) {
      asked.push(`block ${number}`);
      const own = blocks.flatMap((block, nonce) =>
        block === number
          ? [{ from: OWN.toUpperCase().replace('0X', '0x'), nonce: `0x${nonce.toString(16)}` }]
          : [],
      );
      const foreign = { from: `0x${'cd'.repeat(20)}`, nonce: '0x1' };
      return number > head ? null : { timestamp: '0x64', transactions: [foreign, ...own] };
    },
  };
}

const places = async (...args: Parameters<typeof findSent>) =>
  (await findSent(...args)).map((one) => ('notFound' in one ? one.notFound : [one.nonce, one.blockNumber]));

test('a block is found with a few requests, however long the chain is', async () => {
  const chain = chainOf(20_000_000, [5, 7_000_000, 7_000_001, 19_999_999]);
  const wanted = [1, 2, 3].map((nonce) => ({ nonce, afterBlock: 5 }));
  expect(await places(chain, OWN, 20_000_000, wanted)).toEqual([
    [1, 7_000_000],
    [2, 7_000_001],
    [3, 19_999_999],
  ]);
  expect(chain.asked.length).toBeLessThan(100);
});

test('several in one block are found, also beside the one that was known', async () => {
  const chain = chainOf(100, [40, 40, 40]);
  const wanted = [2, 1].map((nonce) => ({ nonce, afterBlock: 40 }));
  expect(await places(chain, OWN, 100, wanted)).toEqual([
    [2, 40],
    [1, 40],
  ]);
});

test('a node that keeps only the newest states finds recent transactions', async () => {
  const chain = chainOf(10_000, [3, 9_950], 9_900);
  expect(await places(chain, OWN, 10_000, [{ nonce: 1, afterBlock: 3 }])).toEqual([[1, 9_950]]);
});

test('before its states the newest blocks are read one by one', async () => {
  const chain = chainOf(10_000, [3, 9_850], 9_900);
  expect(await places(chain, OWN, 10_000, [{ nonce: 1, afterBlock: 3 }])).toEqual([[1, 9_850]]);
});

test('older transactions are not found, and the node’s message is kept', async () => {
  const chain = chainOf(10_000, [3, 5_000], 9_900);
  expect(await places(chain, OWN, 10_000, [{ nonce: 1, afterBlock: 3 }])).toEqual(['missing trie node']);
  expect(chain.asked.length).toBeLessThan(400);
});

test('an unreachable node is not mistaken for a refusal', async () => {
  const away = async () => {
    throw new ChainFailure('unreachable', 'away');
  };
  const asked = findSent({ minedCount: away, fullBlockAt: away }, OWN, 9, [{ nonce: 1, afterBlock: 3 }]);
  await expect(asked).rejects.toMatchObject({ code: 'unreachable' });
});
