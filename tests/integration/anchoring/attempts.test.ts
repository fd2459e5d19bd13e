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

test('without new certificates no fee is paid', async () => {
  await world.anchor();
  expect(await world.anchorRows()).toEqual([]);
  await world.certify();
  for (let i = 0; i < 3; i += 1) {
    await world.anchorAndMine();
    world.sello.advance(86_400_000);
  }
  expect(await world.rootsOnChain()).toEqual([await latestRoot()]);
});

test('P11 a day without the chain loses nothing, and one transaction catches up', async () => {
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

test('P11 anchoring resumes where it was after the chain was down with a transaction in its pool', async () => {
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

test('a transaction dropped from the pool is sent again unchanged', async () => {
  const id = await world.certify();
  await world.anchor();
  await world.chain.forgetWaiting();
  await world.anchorAndMine();
  expect((await world.record(id)).status).toBe('certified');
  expect(await statesOf()).toEqual(['final']);
});

test('a stuck transaction is replaced with higher fees and the newest root, and still covers its certificates', async () => {
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

test('if the replaced transaction is mined after all, it counts, and the rest is anchored next', async () => {
  const first = await world.certify();
  await world.anchor();
  const second = await world.certify();
  world.sello.advance(BUMP_AFTER_MS + 1);
  const [stuck] = await world.anchorRows();
  // The replacement is recorded, but the older transaction is mined before it arrives.
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

test('a nonce used by a foreign transaction is given up, and the next one is used', async () => {
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

test('P13 nodes that disagree whether a transaction is mined do not cause a second payment', async () => {
  const id = await world.certify();
  await world.anchor();
  await world.chain.mine();
  // The node that is asked for the transaction is behind the node that is asked for the nonce.
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

test('an account without funds and a node of another chain are reported by code, and certifying continues', async () => {
  const poor = world.connect({ privateKey: randomBytes(32) });
  const elsewhere = world.connect({ chainId: world.chain.chainId + 1 });
  await world.certify();
  await expect(world.sello.anchorWith(poor)).rejects.toMatchObject({ code: 'insufficient_funds' });
  await expect(world.sello.anchorWith(elsewhere)).rejects.toMatchObject({ code: 'wrong_chain' });
  expect((await world.record(await world.certify())).status).toBe('anchoring');
  expect(await world.rootsOnChain()).toEqual([]);
});
