import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BEHAVIOUR_NAMES, type FaultyRpc, openFaultyRpc } from '../../../../tests/harness/faulty-rpc.ts';
import { openReorgChain, type ReorgChain } from '../../../../tests/harness/reorg-chain.ts';
import type { ChainDriver, ChainFinality, ChainTrust, MinedTransaction } from '../chain-driver.ts';
import { ChainFailure } from '../chain-failure.ts';
import { connectEvmChain } from './driver.ts';
import { encodeQuantity } from './quantity.ts';

type Json = Record<string, unknown>;

let chain: ReorgChain;
let node: FaultyRpc;
const connected: ChainDriver[] = [];
beforeAll(async () => {
  chain = await openReorgChain();
  node = await openFaultyRpc(chain);
});
beforeEach(() => node.tellTruth());
afterEach(async () => {
  for (const driver of connected.splice(0)) await driver.close();
});
afterAll(async () => {
  await node?.close();
  await chain?.close();
});

describe('a node that misbehaves', () => {
  const faults = BEHAVIOUR_NAMES.filter(
    (name) => name !== 'honest' && name !== 'reset of every reused connection' && name !== 'without end',
  );

  test.each(faults)(
    '%s: every request fails with a named failure, and nothing counts as mined',
    async (fault) => {
      const driver = connect({ timeoutMs: 60 });
      const { mined, planned } = await anchor(connect());
      node.behave(fault);
      for (const question of questions(driver, mined, planned.raw)) await expectFailure(question());
      const { ok, problems } = await driver.health();
      expect(ok).toBe(false);
      expect(problems).toHaveLength(1);
    },
  );

  test('a node that comes back is used again', async () => {
    const driver = connect();
    const { mined } = await anchor(driver);
    await node.refuse();
    await expectFailure(driver.look([mined.txHash]));
    await node.listen();
    expect(await driver.look([mined.txHash])).toMatchObject({ state: 'mined' });
  });

  test('every call refuses a node of another chain, so none of its blocks looks like a reorganisation', async () => {
    const driver = connect();
    const { mined, planned } = await anchor(driver);
    node.rewrite('eth_chainId', () => '0x1');
    for (const question of questions(driver, mined, planned.raw)) {
      await expect(question()).rejects.toMatchObject({ code: 'wrong_chain' });
    }
    expect((await driver.health()).problems).toEqual([
      { code: 'wrong_chain', message: 'the node serves chain 1, not 735500001' },
    ]);
  });
});

describe('answers that cannot be true', () => {
  const NONSENSE: unknown[] = [
    ...[42, true, '', '0x', '0xzz', 'x'.repeat(100), [], {}, [[]], { hash: 1 }, `0x${'f'.repeat(65)}`],
    ...[{ number: '0x1', hash: '0x12', timestamp: '0x1', transactions: [] }, `0x${'00'.repeat(32)}`],
  ];
  const METHODS = [
    ...['eth_chainId', 'eth_getBlockByNumber', 'eth_getBlockByHash', 'eth_getTransactionReceipt'],
    ...['eth_getTransactionByHash', 'eth_sendRawTransaction', 'eth_getTransactionCount', 'eth_getBalance'],
    ...['eth_estimateGas', 'eth_feeHistory', 'eth_maxPriorityFeePerGas'],
  ];

  test.each(METHODS)('whatever %s answers, it causes only named failures', async (method) => {
    const driver = connect();
    const { mined, planned } = await anchor(driver);
    const unseen = await driver.plan(randomBytes(32), planned.nonce + 1);
    for (const answer of NONSENSE) {
      node.rewrite(method, () => answer);
      for (const question of questions(driver, mined, unseen.raw)) {
        await question().catch((error) => expect(error).toBeInstanceOf(ChainFailure));
      }
      const seen = await driver.look([unseen.txHash]).catch(() => ({ state: 'unknown' }));
      expect(seen.state).not.toBe('mined');
      await driver.health();
    }
    node.tellTruth();
    await chain.forgetWaiting();
  });

  test.each<[string, (receipt: Json, other: MinedTransaction) => Json]>([
    ['another transaction', (receipt, other) => ({ ...receipt, transactionHash: hex(other.txHash) })],
    ['a block that is not on the chain', (receipt) => ({ ...receipt, blockHash: hex(randomBytes(32)) })],
    ['a block far ahead', (receipt) => ({ ...receipt, blockNumber: '0xffff' })],
    ['another place in the block', (receipt) => ({ ...receipt, transactionIndex: '0x5' })],
    [
      'a block that does not list it',
      (receipt, other) => ({
        ...receipt,
        blockHash: hex(other.blockHash),
        blockNumber: encodeQuantity(other.blockNumber),
      }),
    ],
  ])('a receipt of %s does not make a transaction mined', async (_, change) => {
    const driver = connect();
    const { mined: other } = await anchor(driver);
    const { mined } = await anchor(driver);
    node.rewrite('eth_getTransactionReceipt', (receipt) => change(receipt as Json, other));
    const seen = await driver.look([mined.txHash]).catch((error: ChainFailure) => error);
    if (seen instanceof ChainFailure) expect(seen.code).toBe('garbage');
    else expect(seen).toEqual({ state: 'pending' });
  });

  test('a node that returns the hash of another transaction is not trusted', async () => {
    const driver = connect();
    const planned = await driver.plan(randomBytes(32), await driver.nextNonce());
    node.rewrite('eth_sendRawTransaction', () => hex(randomBytes(32)));
    await expect(driver.submit(planned.raw)).rejects.toMatchObject({ code: 'garbage' });
    await chain.forgetWaiting();
  });

  test('a block with another number than asked for is not trusted', async () => {
    const driver = connect();
    const { mined } = await anchor(driver);
    node.rewrite('eth_getBlockByNumber', (block) => ({ ...(block as Json), number: '0x1234' }));
    await expect(driver.blockAt(mined.blockNumber)).rejects.toMatchObject({ code: 'garbage' });
    await expect(driver.isFinal(mined.blockNumber, mined.blockHash)).rejects.toMatchObject({
      code: 'garbage',
    });
  });
});

describe('finality', () => {
  test('by tag, a block is final from the moment the chain says so, and not before', async () => {
    const driver = connect();
    const { mined } = await anchor(driver);
    await anchor(driver);
    node.rewrite('eth_getBlockByNumber', (block, [tag]) =>
      tag === 'finalized' ? withNumber(block as Json, mined.blockNumber - 1) : block,
    );
    expect(await driver.isFinal(mined.blockNumber, mined.blockHash)).toBe(false);
    node.rewrite('eth_getBlockByNumber', (block, [tag]) => (tag === 'finalized' ? null : block));
    expect(await driver.isFinal(mined.blockNumber, mined.blockHash)).toBe(false);
    node.rewrite('eth_getBlockByNumber', (block, [tag]) =>
      tag === 'finalized' ? withNumber(block as Json, mined.blockNumber) : block,
    );
    expect(await driver.isFinal(mined.blockNumber, mined.blockHash)).toBe(true);
  });

  test('another block in place of ours is a reorganisation, however deep', async () => {
    const driver = connect();
    const { mined } = await anchor(driver);
    expect(await driver.isFinal(mined.blockNumber, randomBytes(32))).toBe('reorganised');
  });

  test('a node that is behind is not a reorganisation, unless it stays behind for a minute', async () => {
    const driver = connect({ trust: 'public' });
    const { mined } = await anchor(driver);
    const hide = () =>
      node.rewrite('eth_getBlockByNumber', (block, [tag]) =>
        tag === encodeQuantity(mined.blockNumber) ? null : block,
      );
    hide();
    expect(await driver.isFinal(mined.blockNumber, mined.blockHash)).toBe(false);
    chain.advance(59_000);
    expect(await driver.isFinal(mined.blockNumber, mined.blockHash)).toBe(false);
    node.tellTruth();
    expect(await driver.isFinal(mined.blockNumber, mined.blockHash)).toBe(true);
    hide();
    expect(await driver.isFinal(mined.blockNumber, mined.blockHash)).toBe(false);
    chain.advance(60_000);
    expect(await driver.isFinal(mined.blockNumber, mined.blockHash)).toBe('reorganised');
  });
});

describe('proofs of chains with other rules', () => {
  test('a header that hashes differently (QBFT) gives no proof of inclusion, and says why', async () => {
    const driver = connect();
    const { mined } = await anchor(driver);
    node.rewrite('eth_getBlockByHash', (block) => ({ ...(block as Json), extraData: '0xf87a80' }));
    expect(await driver.prove(mined)).toEqual({
      inclusion: 'none',
      because: 'the hash of the block is not Keccak-256 over its header',
    });
  });

  test('a listed transaction that is not in the root (Polygon) gives no proof of inclusion, and says why', async () => {
    const driver = connect();
    const { mined } = await anchor(driver);
    node.rewrite('eth_getBlockByHash', (block) => {
      const { transactions, ...rest } = block as { transactions: Json[] };
      const stateSync = { ...transactions[0], type: '0x0', gasPrice: '0x0', v: '0x0', r: '0x0', s: '0x0' };
      return { ...rest, transactions: [...transactions, { ...stateSync, hash: hex(randomOnce) }] };
    });
    expect(await driver.prove(mined)).toMatchObject({ inclusion: 'none' });
  });

  test('a node that errs once does not cost the proof anything', async () => {
    const driver = connect();
    const { mined } = await anchor(driver);
    let calls = 0;
    node.rewrite('eth_getBlockByHash', (block) => {
      calls += 1;
      return calls === 1 ? { ...(block as Json), extraData: '0xff' } : block;
    });
    expect(await driver.prove(mined)).toMatchObject({ inclusion: 'mpt' });
  });

  test('a node that describes one block in two ways gives no proof at all, for now', async () => {
    const driver = connect();
    const { mined } = await anchor(driver);
    node.rewrite('eth_getBlockByHash', (block) => ({ ...(block as Json), extraData: hex(randomBytes(8)) }));
    await expect(driver.prove(mined)).rejects.toMatchObject({ code: 'garbage' });
  });

  test.each<[string, (block: Json) => unknown]>([
    ['of another hash', (block) => ({ ...block, hash: hex(randomBytes(32)) })],
    ['of another time', (block) => ({ ...block, timestamp: '0x1' })],
    ['without the transaction', (block) => ({ ...block, transactions: [] })],
    ['that is no block', () => 'block'],
  ])('a block %s is not taken for the one asked for', async (_, change) => {
    const driver = connect();
    const { mined } = await anchor(driver);
    node.rewrite('eth_getBlockByHash', (block) => change(block as Json));
    await expect(driver.prove(mined)).rejects.toMatchObject({ code: 'garbage' });
  });
});

describe('health', () => {
  test.each<[string, ChainTrust, number, string | undefined]>([
    ['ahead of us', 'operator', 120, 'clock_skew'],
    ['ahead of us', 'public', 120, 'clock_skew'],
    ['a little ahead of us', 'public', 30, undefined],
    ['old', 'public', -3_600, 'stale_node'],
    ['old, on a chain that rests', 'operator', -3_600, undefined],
  ])('a latest block %s on a chain of trust %s', async (_, trust, aheadSeconds, code) => {
    const driver = connect({ trust });
    const timestamp = encodeQuantity(Math.floor(chain.now().getTime() / 1000) + aheadSeconds);
    node.rewrite('eth_getBlockByNumber', (block) => ({ ...(block as Json), timestamp }));
    expect((await driver.health()).problems.map((problem) => problem.code)).toEqual(
      code === undefined ? [] : [code],
    );
  });

  test('a chain without final blocks is reported, and a number of confirmations is the remedy', async () => {
    node.rewrite('eth_getBlockByNumber', (block, [tag]) => (tag === 'finalized' ? null : block));
    expect((await connect().health()).problems).toMatchObject([{ code: 'no_finality' }]);
    expect(await connect({ finality: { depth: 12 } }).health()).toEqual({ ok: true, problems: [] });
  });

  test('a low balance is reported early, as a number of anchors', async () => {
    const driver = connect();
    node.rewrite('eth_getBalance', () => encodeQuantity(10n ** 14n));
    const { problems } = await driver.health();
    expect(problems).toMatchObject([{ code: 'low_balance' }]);
    expect(problems[0]?.message).toMatch(/^0x[0-9a-f]{40} can pay for \d more anchors at today's fees$/);
  });
});

test('without a suggested tip, the fee history decides', async () => {
  const driver = connect();
  await anchor(driver);
  node.rewrite('eth_maxPriorityFeePerGas', () => null);
  node.rewrite('eth_feeHistory', () => ({
    baseFeePerGas: ['0x5', '0x7'],
    reward: [['0x9'], ['0x3'], ['0x4']],
  }));
  const planned = await driver.plan(randomBytes(32), await driver.nextNonce());
  expect(planned).toMatchObject({ maxPriorityFeePerGas: 4n, maxFeePerGas: 18n });
});

const randomOnce = createHash('sha256').update('state sync').digest();

function connect(
  changed: { timeoutMs?: number; trust?: ChainTrust; finality?: ChainFinality } = {},
): ChainDriver {
  const driver = connectEvmChain(
    {
      rpcUrl: node.url,
      chainId: chain.chainId,
      privateKey: chain.signerKey,
      finality: { tag: 'finalized' },
      maxFeePerGasWei: 10n ** 12n,
      trust: 'operator',
      ...changed,
    },
    { now: chain.now },
  );
  connected.push(driver);
  return driver;
}

async function anchor(driver: ChainDriver) {
  const planned = await driver.plan(randomBytes(32), await driver.nextNonce());
  await driver.submit(planned.raw);
  await chain.mine();
  const mined = await driver.look([planned.txHash]);
  if (mined.state !== 'mined') throw new Error(`The anchor is ${mined.state}`);
  return { planned, mined };
}

function questions(
  driver: ChainDriver,
  mined: MinedTransaction,
  raw: Uint8Array,
): (() => Promise<unknown>)[] {
  return [
    () => driver.headNumber(),
    () => driver.nextNonce(),
    () => driver.plan(randomBytes(32), 7),
    () => driver.submit(raw),
    () => driver.look([mined.txHash]),
    () => driver.blockAt(mined.blockNumber),
    () => driver.isFinal(mined.blockNumber, mined.blockHash),
    () => driver.prove(mined),
  ];
}

async function expectFailure(answer: Promise<unknown>): Promise<void> {
  expect(await answer.catch((error: unknown) => error)).toBeInstanceOf(ChainFailure);
}

function withNumber(block: Json, number: number): Json {
  return { ...block, number: encodeQuantity(number) };
}

function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
