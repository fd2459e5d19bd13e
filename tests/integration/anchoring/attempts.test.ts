import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { BUMP_AFTER_MS } from '../../harness/test-sello.ts';

let world: AnchoredSello;
beforeEach(async () => {
  world = await openAnchoredSello();
});
afterEach(() => world.close());

const statesOf = async () => (await world.anchorRows()).map(({ state }) => state);
const latestRoot = async () =>
  Buffer.from((await world.sello.ports.merkleLog.latestCheckpoint())!.root).toString('hex');

test('P11 a stamped certificate is in a transaction with the first round after the interval', async () => {
  const intervalMs = 10_000;
  await world.certify();
  await world.anchor({ intervalMs });
  expect(await world.anchorRows()).toHaveLength(1);
  await world.chain.mine();
  await world.anchor({ intervalMs });
  await world.certify();
  world.sello.advance(intervalMs / 2);
  await world.anchor({ intervalMs });
  expect(await world.anchorRows()).toHaveLength(1);
  world.sello.advance(intervalMs / 2);
  await world.anchor({ intervalMs });
  expect(await world.anchorRows()).toHaveLength(2);
});

test('nothing new is nothing to pay for', async () => {
  await world.anchor();
  expect(await world.anchorRows()).toEqual([]);
  await world.certify();
  for (let i = 0; i < 3; i += 1) {
    await world.anchorAndMine();
    world.sello.advance(86_400_000);
  }
  expect(await world.rootsOnChain()).toEqual([await latestRoot()]);
});

test('P11 a day without the chain loses nothing, and one transaction makes up for it', async () => {
  const ids = [await world.certify()];
  await world.anchorAndMine();
  world.driver.isDown = true;
  for (let hour = 0; hour < 24; hour += 1) {
    ids.push(await world.certify());
    world.sello.advance(3_600_000);
    await expect(world.anchor()).rejects.toThrow('cannot be reached');
  }
  world.driver.isDown = false;
  await world.anchorAndMine();
  for (const id of ids) expect((await world.record(id)).status).toBe('certified');
  expect(await world.rootsOnChain()).toHaveLength(2);
});

test('P11 a chain that goes away with a transaction in its pool is picked up where it was', async () => {
  const id = await world.certify();
  await world.anchor();
  world.driver.isDown = true;
  world.sello.advance(86_400_000);
  await expect(world.anchor()).rejects.toThrow();
  await world.chain.mine();
  world.driver.isDown = false;
  await world.anchor();
  expect((await world.record(id)).status).toBe('certified');
  expect(await world.rootsOnChain()).toHaveLength(1);
});

test('a transaction that the pool forgot is sent again, the very same', async () => {
  const id = await world.certify();
  await world.anchor();
  await world.chain.forgetWaiting();
  await world.anchorAndMine();
  expect((await world.record(id)).status).toBe('certified');
  expect(await statesOf()).toEqual(['final']);
});

test('a stuck transaction is replaced with higher fees and the newest root, and its certificates are not left behind', async () => {
  const ids = [await world.certify()];
  await world.anchor();
  ids.push(await world.certify());
  world.sello.advance(BUMP_AFTER_MS - 1_000);
  await world.anchor();
  expect(await world.anchorRows()).toHaveLength(1);
  world.sello.advance(1_001);
  await world.anchor();
  const [stuck, replacement] = await world.anchorRows();
  expect(replacement!.nonce).toBe(stuck!.nonce);
  for (const fee of ['max_fee', 'priority_fee'])
    expect(BigInt(replacement![fee] as string) * 8n).toBeGreaterThanOrEqual(
      BigInt(stuck![fee] as string) * 9n,
    );
  await world.chain.mine();
  await world.anchor();
  expect(await statesOf()).toEqual(['lost', 'final']);
  for (const id of ids) expect((await world.record(id)).status).toBe('certified');
  expect(await world.rootsOnChain()).toEqual([await latestRoot()]);
});

test('where the replaced transaction is mined after all, that one counts, and the rest is anchored next', async () => {
  const first = await world.certify();
  await world.anchor();
  const second = await world.certify();
  world.sello.advance(BUMP_AFTER_MS + 1);
  const [stuck] = await world.anchorRows();
  // The replacement is written down, and does not get through before the older one is mined.
  world.driver.submit = async () => {
    await world.chain.mine();
    return 'nonce_used';
  };
  await world.anchor();
  world.driver.submit = world.connect().submit;
  await world.anchor();
  expect((await world.record(first)).status).toBe('certified');
  expect((await world.record(first)).blockchain.tx_id).toBe(
    `0x${(stuck!.tx_hash as Buffer).toString('hex')}`,
  );
  await world.anchorAndMine();
  expect((await world.record(second)).status).toBe('certified');
  expect(await statesOf()).toEqual(['final', 'lost', 'final']);
  expect(await world.rootsOnChain()).toHaveLength(2);
});

test('a nonce that went to a transaction of somebody else is lost, and another one is taken', async () => {
  const id = await world.certify();
  await world.anchor();
  await world.chain.forgetWaiting();
  await world.sendForeign();
  for (let i = 0; i < 3; i += 1) await world.anchorAndMine();
  expect((await world.record(id)).status).toBe('certified');
  expect(await statesOf()).toEqual(['lost', 'final']);
  expect((await world.rootsOnChain()).filter((_, i) => i > 0)).toEqual([await latestRoot()]);
  expect(world.sello.logLines.filter((line) => line.includes('"anchor.nonce-lost"'))).toHaveLength(1);
});

test('P13 nodes that do not agree yet whether a transaction is mined do not make it paid for twice', async () => {
  const id = await world.certify();
  await world.anchor();
  await world.chain.mine();
  // The node that is asked for the transaction is behind the one that counts nonces.
  const { look } = world.driver;
  world.driver.look = async () => ({ state: 'unknown' });
  world.driver.isFinalityHeld = true;
  for (let i = 0; i < 3; i += 1) await world.anchor();
  world.driver.look = look;
  world.driver.isFinalityHeld = false;
  for (let i = 0; i < 2; i += 1) await world.anchorAndMine();
  expect((await world.record(id)).status).toBe('certified');
  expect(await world.rootsOnChain()).toHaveLength(1);
});

test('an account that cannot pay and a node of another chain are told by name, and certifying goes on', async () => {
  const poor = world.connect({ privateKey: randomBytes(32) });
  const elsewhere = world.connect({ chainId: world.chain.chainId + 1 });
  await world.certify();
  await expect(world.sello.anchorWith(poor)).rejects.toMatchObject({ code: 'insufficient_funds' });
  await expect(world.sello.anchorWith(elsewhere)).rejects.toMatchObject({ code: 'wrong_chain' });
  expect((await world.record(await world.certify())).status).toBe('anchoring');
  expect(await world.rootsOnChain()).toEqual([]);
});
