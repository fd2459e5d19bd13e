/**
 * A database from the past with files from the past too, as when a whole machine is restored: only the chain reveals
 * the loss. Tested with the embedded chain and with anvil, both over JSON-RPC like any other chain.
 */

import { rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { RpcRefusal } from '../../../server/src/anchoring/embedded-chain/refusal.ts';
import { addressOfKey } from '../../../server/src/anchoring/evm/address.ts';
import { connectEvmChain } from '../../../server/src/anchoring/evm/driver.ts';
import { openChainRpc } from '../../../server/src/anchoring/evm/rpc.ts';
import { signTransaction } from '../../../server/src/anchoring/evm/sign.ts';
import { fsckCommand } from '../../../server/src/cli/fsck.ts';
import { makeOperatorNotes } from '../../../server/src/database/pg-operator-notes.ts';
import type { Environment } from '../../../server/src/settings.ts';
import type { ChainUnderTest } from '../../contracts/chain.contract.ts';
import { findAnvil, openAnvilNode } from '../../contracts/chain-anvil-node.ts';
import { openFaultyRpc } from '../../harness/faulty-rpc.ts';
import { copyDatabase } from '../../harness/old-database.ts';
import { openReorgChain } from '../../harness/reorg-chain.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Node = Pick<ChainUnderTest, 'url' | 'chainId' | 'signerKey' | 'now' | 'mine' | 'close'> & {
  folder?: string;
};

/** A Sello that anchors on this chain, through a node that can be made to fail. */
async function openWorld(open: () => Promise<Node>) {
  const chain = await open();
  closers.push(() => chain.close());
  const rpc = openChainRpc({ url: chain.url, timeoutMs: 10_000 });
  closers.push(() => rpc.close());
  const asRefused = (error: Error) => {
    throw new RpcRefusal(-32000, error.message);
  };
  const node = await openFaultyRpc({
    request: (method, params) => rpc.request(method, params).catch(asRefused),
  });
  closers.push(() => node.close());
  const env = {
    SELLO_CHAIN_RPC_URL: node.url,
    SELLO_CHAIN_ID: String(chain.chainId),
    SELLO_CHAIN_KEY: Buffer.from(chain.signerKey).toString('hex'),
    SELLO_CHAIN_FINALITY: '0',
  };
  const sello = await openTestSello(env);
  closers.push(() => sello.close());
  if (chain.folder !== undefined) {
    await rm(path.join(sello.dataDir, 'chain'), { recursive: true, force: true });
    await symlink(chain.folder, path.join(sello.dataDir, 'chain'));
  }
  // The database has one description of the embedded chain, so every connection must give the same one.
  const embedded = chain.folder && ({ trust: 'operator', finality: { tag: 'finalized' } } as const);
  const driver = connectEvmChain(
    { ...sello.config.chain!, rpcUrl: chain.url, ...(embedded || {}) },
    { now: chain.now },
  );
  closers.push(() => driver.close());
  const { key } = await sello.newAccount();
  const anchor = async () => {
    await sello.anchorWith(driver);
    await chain.mine();
    await sello.anchorWith(driver);
  };
  return {
    sello,
    node,
    driver,
    /** Certifies, sequences and anchors, each once. */
    async certify(content: string) {
      await sello.certify(key, content);
      await sello.sequence();
      await anchor();
    },
    anchor,
    async rememberDatabase() {
      const old = await copyDatabase(sello.database);
      closers.push(() => old.drop());
      return old;
    },
    /** Sends something that is no anchor, from the same account. */
    async sendOther() {
      const nonce = await driver.nextNonce();
      const to = Buffer.from(addressOfKey(chain.signerKey).slice(2), 'hex');
      const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };
      const payment = {
        chainId: chain.chainId,
        nonce,
        gasLimit: 21_000n,
        to,
        calldata: new Uint8Array(0),
        ...fees,
      };
      await driver.submit(await signTransaction(payment, chain.signerKey));
      await chain.mine();
    },
    async fsck(args: string[] = [], more: Environment = {}) {
      const said: string[] = [];
      const terminal = {
        env: { DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir, ...env, ...more },
        write: (text: string) => said.push(text),
        out: (line: string) => said.push(line),
        error: (line: string) => said.push(line),
        status: undefined,
      };
      const failed = await fsckCommand(args, terminal).catch((error) => error);
      // Only findings about the account, not those about blocks in the folder of the embedded chain.
      const lines = said.join('\n').split('\n');
      return {
        holds: failed === undefined,
        lines,
        ofAccount: lines.filter((line) => line.includes('account 0x')),
      };
    },
  };
}

const NODES: [string, () => Promise<Node>][] = [['the embedded chain', () => openReorgChain()]];
const anvil = findAnvil();
if (anvil !== undefined) NODES.push(['anvil', () => openAnvilNode(anvil)]);

describe.for(NODES)('on %s', ([, open]) => {
  test('P93 fsck learns from the chain that the database was rolled back, and repairs nothing', async () => {
    const world = await openWorld(open);
    await world.certify('a');
    const old = await world.rememberDatabase();
    await world.certify('b');
    await world.certify('c');
    expect((await world.fsck()).ofAccount).toEqual([]);
    await old.putBack();
    const { holds, ofAccount, lines } = await world.fsck(['--repair']);
    expect(holds).toBe(false);
    expect(ofAccount).toEqual([
      expect.stringMatching(
        /^PROBLEM {2}account 0x[0-9a-f]{40} on eip155:\d+: It has sent 2 transactions that this database does not know\. 2 of them anchor checkpoints that it has not signed, the newest in block \d+ on 20\S+Z: /,
      ),
    ]);
    expect(lines.join('\n')).toContain('nothing was repaired or deleted');
  });

  test('P93 with such a database nothing is anchored, unless the account is shared', async () => {
    const world = await openWorld(open);
    await world.certify('a');
    const old = await world.rememberDatabase();
    await world.certify('b');
    await old.putBack();
    await expect(world.certify('another b')).rejects.toMatchObject({ code: 'later_anchors' });
    expect(await world.driver.nextNonce()).toBe(2);
    await world.sello.anchorWith(world.driver, { isShared: true });
    expect((await world.fsck([], { SELLO_CHAIN_ACCOUNT: 'shared' })).ofAccount).toEqual([
      expect.stringContaining('note     account'),
    ]);
  });

  test('an account that also pays for other things is noted and does not block anchoring', async () => {
    const world = await openWorld(open);
    await world.certify('a');
    await world.sendOther();
    await world.sendOther();
    const { holds, ofAccount } = await world.fsck();
    expect(holds).toBe(true);
    expect(ofAccount).toEqual([
      expect.stringMatching(
        /^note .*2 transactions that this database does not know\. Of another use .*: 2\.$/,
      ),
    ]);
    await world.certify('b');
    expect((await world.fsck()).holds).toBe(true);
  });

  test('P93 a node that does not show sent transactions is reported with an explanation, and an operator can confirm them', async () => {
    const world = await openWorld(open);
    await world.certify('a');
    const old = await world.rememberDatabase();
    await world.certify('b');
    await old.putBack();
    world.node.rewrite('eth_getTransactionCount', (truth, [, at]) => {
      if (at !== 'latest') throw new RpcRefusal(-32000, 'old states are gone');
      return truth;
    });
    world.node.rewrite('eth_getBlockByNumber', (truth, [, isFull]) => (isFull ? null : truth));
    const { holds, ofAccount } = await world.fsck();
    expect(holds).toBe(false);
    expect(ofAccount.join('\n')).toMatch(
      /PROBLEM .* What one of them carries the node does not show \(.*old states/,
    );
    const shared = await world.fsck([], { SELLO_CHAIN_ACCOUNT: 'shared' });
    expect(shared.ofAccount).toEqual([expect.stringContaining('note     account')]);
    const notes = makeOperatorNotes(world.sello.database);
    await notes.write('last_restore', {}, new Date(Date.now() + 60_000));
    expect((await world.fsck()).ofAccount).toEqual([
      expect.stringContaining('Sent before the operator put this state in its place: 1.'),
    ]);
  });

  test('an unreachable node is only noted', async () => {
    const world = await openWorld(open);
    await world.certify('a');
    await world.node.refuse();
    const { holds, ofAccount } = await world.fsck();
    expect(holds).toBe(true);
    expect(ofAccount).toEqual([
      expect.stringContaining('What it has sent cannot be compared: the node cannot be'),
    ]);
  });
});
