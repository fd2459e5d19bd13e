import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientOptions } from '../../../server/src/database/connections/client.ts';
import type { AccountId, CertificateId } from '../../../server/src/kernel/ids.ts';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { expectRefusal } from '../../harness/expect-refusal.ts';
import { Broken, breakOnce } from '../../harness/scripted-chain.ts';
import { BUMP_AFTER_MS } from '../../harness/test-sello.ts';
import { turnByHand } from '../../harness/turn-by-hand.ts';

let world: AnchoredSello;
beforeEach(async () => {
  world = await openAnchoredSello();
});
afterEach(() => world.close());

const statesOf = async () => (await world.anchorRows()).map(({ state }) => state);
const reorganisations = () =>
  world.sello.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'anchor.reorganised');

async function certified(): Promise<string> {
  const id = await world.certify();
  await world.anchorAndMine();
  expect((await world.record(id)).status).toBe('certified');
  return id;
}

test('P12 a certificate is certified at finality, and not a round earlier', async () => {
  world.driver.isFinalityHeld = true;
  const id = await world.certify();
  await world.anchorAndMine();
  await world.anchor();
  expect(await world.record(id)).toMatchObject({ status: 'anchoring', blockchain: { status: 'anchored' } });
  expectRefusal(await world.proof(id), 409, 'proof_not_ready');
  world.driver.isFinalityHeld = false;
  await world.anchor();
  expect(await world.record(id)).toMatchObject({ status: 'certified', blockchain: { status: 'final' } });
  expect((await world.proof(id)).status).toBe(200);
});

test('P12 a reorganisation before finality puts the anchor back in flight, and it is mined in another block', async () => {
  world.driver.isFinalityHeld = true;
  const id = await world.certify();
  await world.anchorAndMine();
  const before = (await world.record(id)).blockchain;
  await world.chain.drop(1);
  await world.anchor();
  expect(await world.record(id)).toMatchObject({
    status: 'anchoring',
    blockchain: { status: 'pending', tx_id: null, block_number: null, block_hash: null },
  });
  expect(reorganisations()).toMatchObject([{ wasFinal: false }]);
  world.driver.isFinalityHeld = false;
  await world.anchorAndMine();
  const { status, blockchain } = await world.record(id);
  expect([status, blockchain.status, blockchain.tx_id]).toEqual(['certified', 'final', before.tx_id]);
  expect(blockchain.block_hash).not.toBe(before.block_hash);
  expect(await world.rootsOnChain()).toHaveLength(1);
});

test('P12 a dropped final block sets its certificate visibly back to anchoring, and it is anchored again', async () => {
  const id = await certified();
  const orphaned = await world.proof(id);
  expect(orphaned.status).toBe(200);
  await world.chain.drop(1);
  await world.anchor();
  expect(await world.record(id)).toMatchObject({ status: 'anchoring', blockchain: { status: 'pending' } });
  expectRefusal(await world.proof(id), 409, 'proof_not_ready');
  expect(await world.sello.database.query('select from certificate_proofs', [], 'proofs')).toEqual([]);
  expect(reorganisations()).toMatchObject([{ level: 'error', wasFinal: true }]);
  await world.chain.mine();
  await world.anchor();
  expect((await world.record(id)).status).toBe('certified');
  const again = await world.proof(id);
  expect(again.status).toBe(200);
  expect(again.bytes.equals(orphaned.bytes)).toBe(false);
  expect((await world.proof(id)).bytes.equals(again.bytes)).toBe(true);
});

test('P12 a shallow reorganisation does not change a deeper certificate', async () => {
  const deep = await certified();
  const [record, proof] = [await world.record(deep), await world.proof(deep)];
  const shallow = await certified();
  await world.chain.drop(1);
  await world.anchor();
  expect((await world.record(shallow)).status).toBe('anchoring');
  const { confirmations: _, ...blockchain } = record.blockchain;
  expect(await world.record(deep)).toMatchObject({ ...record, blockchain });
  expect((await world.proof(deep)).bytes.equals(proof.bytes)).toBe(true);
});

test('P12 after a reorganisation over many anchors each one is mined again, and paid for once', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 6; i += 1) ids.push(await certified());
  const before = await world.rootsOnChain();
  // One more transaction is in flight, and all seven were signed long ago.
  ids.push(await world.certify());
  await world.anchor();
  world.sello.advance(86_400_000);
  await world.chain.drop(6);
  await world.anchor();
  for (const id of ids) expect((await world.record(id)).status).toBe('anchoring');
  for (let i = 0; i < 3; i += 1) {
    await world.chain.mine();
    await world.anchor();
  }
  for (const id of ids) expect((await world.record(id)).status).toBe('certified');
  const roots = await world.rootsOnChain();
  expect(roots.slice(0, 6)).toEqual(before);
  expect(new Set(roots).size).toBe(roots.length);
  expect(roots).toHaveLength(7);
});

test('P13 a replaced attempt that is mined after a reorganisation is recognised', async () => {
  world.driver.isFinalityHeld = true;
  const first = await world.certify();
  await world.anchor();
  world.sello.advance(BUMP_AFTER_MS + 1);
  const second = await world.certify();
  await world.anchor();
  await world.chain.mine();
  await world.anchor();
  expect(await statesOf()).toEqual(['lost', 'mined']);
  const [older] = await world.anchorRows();
  await world.chain.drop(1);
  // Another node still had the older attempt and mined it, and this block won.
  await world.driver.submit(older!.raw as Uint8Array);
  await world.chain.mine();
  world.driver.isFinalityHeld = false;
  await world.anchor();
  await world.anchor();
  expect((await world.record(first)).status).toBe('certified');
  for (let i = 0; i < 2; i += 1) await world.anchorAndMine();
  expect((await world.record(second)).status).toBe('certified');
  const roots = await world.rootsOnChain();
  expect(new Set(roots).size).toBe(roots.length);
  expect(roots).toHaveLength(2);
});

test('P13 a reorganisation and new certificates in the same round do not compete for a nonce', async () => {
  world.driver.isFinalityHeld = true;
  const first = await world.certify();
  await world.anchorAndMine();
  await world.chain.drop(1);
  const second = await world.certify();
  await world.anchor();
  expect(await world.anchorRows()).toHaveLength(1);
  world.driver.isFinalityHeld = false;
  await world.anchorAndMine();
  await world.anchorAndMine();
  for (const id of [first, second]) expect((await world.record(id)).status).toBe('certified');
  expect(await world.rootsOnChain()).toHaveLength(2);
});

test.for(['before', 'after'] as const)(
  'P13 killed %s a reorganisation is recorded, the anchor is found again and paid for once',
  async (when) => {
    const id = await certified();
    await world.chain.drop(1);
    const { ports } = world.sello;
    const { anchors } = ports;
    ports.anchors = {
      ...anchors,
      heldBy: (turn) => breakOnce(anchors.heldBy(turn), 'markReorganised', when),
    };
    await expect(world.anchor()).rejects.toThrow(Broken);
    ports.anchors = anchors;
    await world.anchorAndMine();
    expect((await world.record(id)).status).toBe('certified');
    expect(await world.rootsOnChain()).toHaveLength(1);
  },
);

const ids = (id: string) => [world.caller.account.id as AccountId, id as CertificateId] as const;

test('P12 a proof finished after its block was dropped is not given out', async () => {
  const id = await certified();
  const { proofs, anchors } = world.sello.ports;
  const held = anchors.heldBy(await turnByHand(world.sello.database));
  const { keep } = proofs;
  proofs.keep = async (...args) => {
    await held.markReorganised(args[2], world.sello.ports.now());
    return keep(...args);
  };
  expectRefusal(await world.proof(id), 409, 'proof_not_ready');
  proofs.keep = keep;
  expectRefusal(await world.proof(id), 409, 'proof_not_ready');
});

test('P12 a proof that is stored while its block is dropped is removed', async () => {
  const id = await certified();
  const [anchor] = await world.anchorRows();
  const keeper = new pg.Client(clientOptions({ url: world.sello.database.url }));
  await keeper.connect();
  await keeper.query('begin');
  await keeper.query(`select from anchors where id = $1 and state = 'final' for share`, [anchor!.id]);
  await keeper.query('insert into certificate_proofs values ($1, $2, $3, $4)', [
    ...ids(id),
    anchor!.id,
    Buffer.from('<orphaned/>'),
  ]);
  const held = world.sello.ports.anchors.heldBy(await turnByHand(world.sello.database));
  const reorganised = held.markReorganised(anchor!.id as number, world.sello.ports.now());
  await untilOneWaits();
  await keeper.query('commit');
  await reorganised;
  await keeper.end();
  expectRefusal(await world.proof(id), 409, 'proof_not_ready');
});

/** Resolves once a statement on this database waits for a lock. */
async function untilOneWaits(): Promise<void> {
  for (;;) {
    const [row] = await world.sello.database.query(
      `select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      [],
      'waiting',
    );
    if (Number(row!.waiting) > 0) return;
  }
}
