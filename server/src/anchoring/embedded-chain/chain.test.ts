import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBlock, createBlockFromRPC, type JSONRPCBlock } from '@ethereumjs/block';
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { MerkleStateManager } from '@ethereumjs/statemanager';
import { createAccount, createAddressFromString } from '@ethereumjs/util';
import { createVM, runBlock } from '@ethereumjs/vm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../../tests/harness/reorg-chain.ts';
import { addressOfKey } from '../evm/address.ts';
import { encodeData, encodeQuantity } from '../evm/quantity.ts';
import { type AnchorTransaction, signTransaction } from '../evm/sign.ts';
import { type EmbeddedChain, type EmbeddedChainOptions, openEmbeddedChain } from './chain.ts';
import { EMBEDDED_CHAIN_ID } from './rules.ts';

const GWEI = 1_000_000_000n;

let folder: string;
let nowMs: number;
const opened: EmbeddedChain[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-chain-'));
  nowMs = Date.UTC(2026, 0, 15, 12);
});
afterEach(async () => {
  for (const chain of opened.splice(0)) await chain.close();
  await rm(folder, { recursive: true, force: true });
});

test('a chain begins with one funded account, and its key is for its owner alone', async () => {
  const chain = await openChain();
  const address = addressOfKey(chain.signerKey);
  expect(await chain.request('eth_getBalance', [address, 'latest'])).toBe(encodeQuantity(10n ** 27n));
  expect(await chain.request('eth_getBlockByNumber', ['earliest', false])).toMatchObject({
    number: '0x0',
    timestamp: encodeQuantity(nowMs / 1000),
    transactions: [],
  });
  expect((await stat(path.join(folder, 'operator.key'))).mode & 0o777).toBe(0o600);
  expect((await stat(path.join(folder, 'blocks'))).mode & 0o777).toBe(0o600);
});

test('a sent transaction is in a block on the disk when the sender has its answer', async () => {
  const chain = await openChain();
  const sizeBefore = (await stat(path.join(folder, 'blocks'))).size;
  const hash = await send(chain, { nonce: 0 });
  expect((await stat(path.join(folder, 'blocks'))).size).toBeGreaterThan(sizeBefore);
  expect(await chain.request('eth_getTransactionReceipt', [hash])).toMatchObject({
    transactionHash: hash,
    blockNumber: '0x1',
    status: '0x1',
    gasUsed: await chain.request('eth_estimateGas', [{ to: addressOfKey(chain.signerKey), data: CALLDATA }]),
  });
});

test('a restart preserves hashes, receipts, nonce, balance and key', async () => {
  const chain = await openChain();
  const hashes: unknown[] = [];
  for (let nonce = 0; nonce < 5; nonce += 1) hashes.push(await send(chain, { nonce }));
  const before = await everythingOf(chain, hashes);
  await chain.close();
  const again = await openChain();
  expect(await everythingOf(again, hashes)).toEqual(before);
  await send(again, { nonce: 5 });
  expect(await again.request('eth_blockNumber', [])).toBe('0x6');
});

test('an independent virtual machine accepts every block and reaches the same state', async () => {
  const chain = await openChain();
  const other = `0x${'ab'.repeat(20)}` as const;
  await send(chain, { nonce: 0 });
  await send(chain, { nonce: 1, to: Buffer.from(other.slice(2), 'hex') });
  await send(chain, { nonce: 2 });
  const common = createCustomCommon({ chainId: chain.chainId }, Mainnet, { hardfork: Hardfork.Cancun });
  const stateManager = new MerkleStateManager({ common });
  const operator = createAddressFromString(addressOfKey(chain.signerKey));
  await stateManager.putAccount(operator, createAccount({ balance: 10n ** 27n }));
  const vm = await createVM({ common, stateManager });
  let parent = createBlock({}, { common });
  for (let number = 0; number <= 3; number += 1) {
    const json = await chain.request('eth_getBlockByNumber', [encodeQuantity(number), true]);
    const block = createBlockFromRPC(json as JSONRPCBlock, [], { common });
    expect(encodeData(block.hash())).toBe((json as { hash: string }).hash);
    if (number > 0) {
      expect(block.header.calcNextBaseFee()).toBeGreaterThan(0n);
      expect(block.header.baseFeePerGas).toBe(parent.header.calcNextBaseFee());
      expect(block.header.parentHash).toEqual(parent.hash());
      await runBlock(vm, { block, skipBlockValidation: false, skipHeaderValidation: true });
    }
    expect(await stateManager.getStateRoot()).toEqual(block.header.stateRoot);
    parent = block;
  }
});

test('block times strictly increase, even while the clock stands still or goes back', async () => {
  const chain = await openChain();
  const times: number[] = [];
  for (const [nonce, stepMs] of [0, 0, -3_600_000, 7_200_000].entries()) {
    nowMs += stepMs;
    await send(chain, { nonce });
    const { timestamp } = await latest(chain);
    times.push(Number(timestamp));
  }
  const genesis = Date.UTC(2026, 0, 15, 12) / 1000;
  expect(times).toEqual([genesis + 1, genesis + 2, genesis + 3, nowMs / 1000]);
});

test('a block that a crash tore is gone, and the chain goes on with the same transaction', async () => {
  const chain = await openChain();
  await send(chain, { nonce: 0 });
  const whole = (await stat(path.join(folder, 'blocks'))).size;
  await send(chain, { nonce: 1 });
  await chain.close();
  await truncate(path.join(folder, 'blocks'), whole + 100);
  const again = await openChain();
  expect(await again.request('eth_blockNumber', [])).toBe('0x1');
  expect(await again.request('eth_getTransactionCount', [addressOfKey(again.signerKey), 'latest'])).toBe(
    '0x1',
  );
  await send(again, { nonce: 1 });
  expect(await again.request('eth_blockNumber', [])).toBe('0x2');
});

test('a chain whose very first block was torn begins again with the same key', async () => {
  const first = await openChain();
  await first.close();
  await truncate(path.join(folder, 'blocks'), 50);
  const again = await openChain();
  expect(again.signerKey).toEqual(first.signerKey);
  expect(await again.request('eth_blockNumber', [])).toBe('0x0');
});

test('a block that was edited, checksum included, is refused', async () => {
  const chain = await openChain();
  await send(chain, { nonce: 0 });
  await send(chain, { nonce: 1 });
  await chain.close();
  const file = path.join(folder, 'blocks');
  const bytes = await readFile(file);
  const firstEnd = 12 + bytes.readUInt32BE(4);
  const secondEnd = firstEnd + 12 + bytes.readUInt32BE(firstEnd + 4);
  await writeFile(file, Buffer.concat([bytes.subarray(0, firstEnd), bytes.subarray(secondEnd)]));
  await expect(openChain()).rejects.toThrow('Block 2 of the chain does not follow the one before it');
});

test('a full disk makes the sender retry, and does not harm the chain', async () => {
  const chain = await openChain();
  await send(chain, { nonce: 0 });
  const probe = await open(path.join(folder, 'blocks'), 'r');
  const handles = Object.getPrototypeOf(probe);
  await probe.close();
  const failing = vi.spyOn(handles, 'datasync').mockRejectedValueOnce(new Error('ENOSPC'));
  await expect(send(chain, { nonce: 1 })).rejects.toMatchObject({ code: -32603 });
  failing.mockRestore();
  expect(await chain.request('eth_blockNumber', [])).toBe('0x1');
  await expect(send(chain, { nonce: 1 })).rejects.toThrow('already known');
  expect(await chain.request('eth_blockNumber', [])).toBe('0x2');
  await chain.close();
  expect(await (await openChain()).request('eth_blockNumber', [])).toBe('0x2');
});

test('a second process is refused while the first runs, and not once it was killed', async () => {
  const program = `
    import { openEmbeddedChain } from ${JSON.stringify(path.resolve(import.meta.dirname, 'chain.ts'))};
    const logger = { info() {}, warn() {}, error() {} };
    const randomBytes = (size) => crypto.getRandomValues(new Uint8Array(size));
    await openEmbeddedChain(process.argv[1], { now: () => new Date(), randomBytes, logger });
    console.log('owner');
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program, folder]);
  expect(await firstLine(owner)).toBe('owner');
  await expect(openChain()).rejects.toThrow(/Another process uses the embedded chain already/);
  const ended = once(owner, 'exit');
  owner.kill('SIGKILL');
  await ended;
  const chain = await openChain();
  expect(await chain.request('eth_blockNumber', [])).toBe('0x0');
});

test('transactions that cannot be accepted are refused in the words of geth', async () => {
  const chain = await openChain({ blocks: 'when told' });
  await send(chain, { nonce: 0 });
  await chain.mine();
  await send(chain, { nonce: 1 });
  const refusal = (change: Change) =>
    send(chain, { nonce: 1, ...change }).catch((error: Error) => error.message);
  expect(await refusal({})).toBe('already known');
  expect(await refusal({ nonce: 0 })).toMatch(/^nonce too low: address 0x[0-9a-f]{40}, tx: 0 state: 1$/);
  expect(await refusal({ maxFeePerGas: 4n * GWEI })).toBe('replacement transaction underpriced');
  expect(await refusal({ maxPriorityFeePerGas: 2n * GWEI })).toBe('replacement transaction underpriced');
  expect(await refusal({ key: randomBytes(32), nonce: 0 })).toMatch(
    /^insufficient funds for gas \* price \+ value/,
  );
  expect(await refusal({ nonce: 2, gasLimit: 21_000n })).toBe(
    'intrinsic gas too low: gas 21000, minimum needed 21576',
  );
  expect(await refusal({ nonce: 2, gasLimit: 30_000_001n })).toBe('exceeds block gas limit');
  expect(await refusal({ chainId: 1 })).toBe('invalid chain id for signer: have 1 want 735500001');
  expect(await refusal({ to: new Uint8Array(0) })).toBe('transaction type not supported');
  expect(await refusal({ calldata: new Uint8Array(20_000) })).toBe('oversized data');
  expect(await chain.request('eth_sendRawTransaction', ['0x02c0']).catch(String)).toMatch(/rlp: /);
  expect(await chain.request('eth_sendRawTransaction', ['0xzz']).catch(String)).toMatch(/hexadecimal/);
});

test('a transaction with a later nonce waits for the one before it', async () => {
  const chain = await openChain();
  const address = addressOfKey(chain.signerKey);
  const later = await send(chain, { nonce: 1 });
  expect(await chain.request('eth_getTransactionReceipt', [later])).toBeNull();
  expect(await chain.request('eth_getTransactionByHash', [later])).toMatchObject({
    blockHash: null,
    hash: later,
  });
  await send(chain, { nonce: 0 });
  expect(await chain.request('eth_getTransactionReceipt', [later])).toMatchObject({
    transactionIndex: '0x1',
  });
  expect(await chain.request('eth_getTransactionCount', [address, 'pending'])).toBe('0x2');
});

test('an account can be read as of any block', async () => {
  const chain = await openChain();
  const [address, stranger] = [addressOfKey(chain.signerKey), encodeData(randomBytes(20))];
  for (let nonce = 0; nonce < 3; nonce += 1) await send(chain, { nonce });
  const counts = await Promise.all(
    [0, 1, 2, 3].map((block) => chain.request('eth_getTransactionCount', [address, encodeQuantity(block)])),
  );
  expect(counts).toEqual(['0x0', '0x1', '0x2', '0x3']);
  expect(await chain.request('eth_getBalance', [address, '0x0'])).toBe(encodeQuantity(10n ** 27n));
  expect(await chain.request('eth_getBalance', [stranger, '0x1'])).toBe('0x0');
});

test('the pool is bounded', async () => {
  const chain = await openChain();
  for (let nonce = 1; nonce <= 64; nonce += 1) await send(chain, { nonce });
  await expect(send(chain, { nonce: 65 })).rejects.toThrow('txpool is full');
});

test('many senders at once each get their answer after their block', async () => {
  const chain = await openChain();
  const hashes = await Promise.all(Array.from({ length: 20 }, (_, nonce) => send(chain, { nonce })));
  for (const hash of hashes) expect(await chain.request('eth_getTransactionReceipt', [hash])).not.toBeNull();
});

test('fees of the last blocks and of the next are reported as nodes report them', async () => {
  const chain = await openChain();
  for (let nonce = 0; nonce < 3; nonce += 1) await send(chain, { nonce });
  const history = (await chain.request('eth_feeHistory', ['0x2', 'latest', [50]])) as Record<
    string,
    unknown[]
  >;
  const { baseFeePerGas } = await latest(chain);
  expect(history).toMatchObject({
    oldestBlock: '0x2',
    reward: [[encodeQuantity(GWEI)], [encodeQuantity(GWEI)]],
  });
  expect(history.baseFeePerGas).toHaveLength(3);
  expect(history.baseFeePerGas?.[1]).toBe(baseFeePerGas);
  expect(history.gasUsedRatio).toHaveLength(2);
});

test('unknown blocks, methods and parameters are answered as a node does', async () => {
  const chain = await openChain();
  const address = addressOfKey(chain.signerKey);
  await send(chain, { nonce: 0 });
  expect(await chain.request('eth_getBlockByNumber', ['0x99', false])).toBeNull();
  expect(await chain.request('eth_getBlockByHash', [encodeData(randomBytes(32)), false])).toBeNull();
  await expect(chain.request('eth_call', [{}])).rejects.toMatchObject({ code: -32601 });
  await expect(chain.request('toString', [])).rejects.toMatchObject({ code: -32601 });
  await expect(chain.request('eth_getBalance', [address, '0xffff'])).rejects.toThrow('header not found');
  await expect(chain.request('eth_getBlockByHash', ['0x12'])).rejects.toMatchObject({ code: -32602 });
});

const CALLDATA = encodeData(new Uint8Array(36).fill(0x5a));

type Change = Partial<AnchorTransaction> & { key?: Uint8Array };

async function openChain(options: EmbeddedChainOptions = {}): Promise<EmbeddedChain> {
  const needed = { now: () => new Date(nowMs), randomBytes, logger: silentLogger };
  const chain = await openEmbeddedChain(folder, needed, options);
  opened.push(chain);
  return chain;
}

async function send(chain: EmbeddedChain, { key = chain.signerKey, ...change }: Change) {
  const transaction = {
    chainId: EMBEDDED_CHAIN_ID,
    nonce: 0,
    maxFeePerGas: 3n * GWEI,
    maxPriorityFeePerGas: GWEI,
    gasLimit: 30_000n,
    to: Buffer.from(addressOfKey(chain.signerKey).slice(2), 'hex'),
    calldata: new Uint8Array(36).fill(0x5a),
    ...change,
  };
  const raw = await signTransaction(transaction, key);
  return chain.request('eth_sendRawTransaction', [encodeData(raw)]);
}

async function latest(chain: EmbeddedChain): Promise<Record<string, string>> {
  return (await chain.request('eth_getBlockByNumber', ['latest', false])) as Record<string, string>;
}

async function everythingOf(chain: EmbeddedChain, hashes: readonly unknown[]) {
  const address = addressOfKey(chain.signerKey);
  const blocks: unknown[] = [];
  for (let number = 0; number <= hashes.length; number += 1) {
    const block = await chain.request('eth_getBlockByNumber', [encodeQuantity(number), true]);
    blocks.push(block, await chain.request('eth_getBlockByHash', [(block as { hash: string }).hash, true]));
  }
  return {
    blocks,
    receipts: await Promise.all(hashes.map((hash) => chain.request('eth_getTransactionReceipt', [hash]))),
    nonce: await chain.request('eth_getTransactionCount', [address, 'latest']),
    balance: await chain.request('eth_getBalance', [address, 'latest']),
    key: encodeData(chain.signerKey),
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text.trim();
}
