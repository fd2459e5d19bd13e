import { decodeProofXml, readBundle } from '@sello/proof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { turnByHand } from '../../harness/turn-by-hand.ts';

let world: AnchoredSello;
let id: string;
beforeEach(async () => {
  world = await openAnchoredSello();
  id = await world.certify();
  await world.anchorAndMine();
  expect((await world.record(id)).status).toBe('certified');
});
afterEach(() => world.close());

async function xmlInBundle(): Promise<Uint8Array | undefined> {
  const { status, bytes } = await world.proof(id, 'type=bundle&format=raw');
  expect(status).toBe(200);
  return readBundle(bytes).xml;
}

async function takeBack(): Promise<void> {
  const [anchor] = await world.anchorRows();
  const held = world.sello.ports.anchors.heldBy(await turnByHand(world.sello.database));
  await held.markReorganised(anchor!.id as number, world.sello.ports.now());
}

/** The chain drops the block when the server is at this exact point of making the bundle. */
const MOMENTS = {
  'before the stored proof is looked for': () => {
    const { proofs } = world.sello.ports;
    const { find } = proofs;
    proofs.find = async (...args) => {
      await takeBack();
      return find(...args);
    };
  },
  'before the anchor is read again': () => {
    const { anchors } = world.sello.ports;
    const { covering } = anchors;
    anchors.covering = async (...args) => {
      await takeBack();
      return covering(...args);
    };
  },
  'after the anchor was read': () => {
    const { anchors } = world.sello.ports;
    const { chain } = anchors;
    anchors.chain = async (...args) => {
      await takeBack();
      return chain(...args);
    };
  },
  'before the proof is kept': () => {
    const { proofs } = world.sello.ports;
    const { keep } = proofs;
    proofs.keep = async (...args) => {
      await takeBack();
      return keep(...args);
    };
  },
};

test.for(Object.entries(MOMENTS))(
  'P12 a bundle holds no orphaned proof when the block is dropped %s',
  async ([, arrange]) => {
    arrange();
    expect(await xmlInBundle()).toBeUndefined();
    expect(await world.sello.database.query('select from certificate_proofs', [], 'proofs')).toEqual([]);
    expect((await world.record(id)).status).toBe('anchoring');
  },
);

test('P12 a proof issued earlier is not in the bundle once its block is dropped', async () => {
  expect((await world.proof(id)).status).toBe(200);
  MOMENTS['before the stored proof is looked for']();
  expect(await xmlInBundle()).toBeUndefined();
});

test('P12 a bundle requested while blocks come and go holds a final proof of an existing block, or none', async () => {
  const seen = new Set<string>();
  for (let i = 0; i < 4; i += 1) {
    const before = await xmlInBundle();
    const there = (await world.record(id)).blockchain.block_hash;
    expect(`0x${Buffer.from(decodeProofXml(before!).anchors[0]!.block.hash).toString('hex')}`).toBe(there);
    seen.add(there);
    await world.chain.drop(1);
    await world.anchor();
    expect(await xmlInBundle()).toBeUndefined();
    await world.anchorAndMine();
  }
  expect(seen.size).toBe(4);
});
