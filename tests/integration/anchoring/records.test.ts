import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMBEDDED_NETWORK } from '../../../server/src/anchoring/networks.ts';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { API } from '../../harness/test-sello.ts';

let world: AnchoredSello;
/** Reports a chain id of its own to Sello. */
let publicDriver: AnchoredSello['driver'];
const NETWORK = 'eip155:5';
beforeAll(async () => {
  world = await openAnchoredSello('when told', {
    SELLO_CHAIN_RPC_URL: 'http://127.0.0.1:1/',
    SELLO_CHAIN_ID: '5',
    SELLO_CHAIN_KEY: '11'.repeat(32),
  });
  publicDriver = Object.assign(Object.create(world.driver), { network: NETWORK, trust: 'public' });
});
afterAll(() => world.close());

const STATUSES = ['stamped', 'anchoring', 'certified'];

/** The record, alone and in the list, and the status filter that finds it. */
async function look(key: string, id: string) {
  const get = async (url: string) => (await world.sello.call('GET', `${API}${url}`, { key })).body;
  const { certificate } = await get(`/certificates/${id}`);
  const { certificates } = await get('/certificates');
  expect(certificates).toEqual([certificate]);
  const found: string[] = [];
  for (const status of STATUSES) {
    const page = await get(`/certificates?status=${status}`);
    if (page.certificates.length > 0) found.push(status);
  }
  expect(found).toEqual([certificate.status]);
  return certificate;
}

test('live certificates follow the configured chain and test ones the embedded one, through every phase', async () => {
  const { sello, caller, chain, driver } = world;
  const trial = await sello.newKey(caller.account, { mode: 'test' });
  const live = (await sello.certify(caller.key)).id;
  const test = (await sello.certify(trial.key)).id;
  const nowhere = { status: 'pending', network: null, tx_id: null, block_hash: null, merkle_root: null };
  const expectBoth = async (liveRecord: object, testRecord: object) => {
    const [first, second] = [await look(caller.key, live), await look(trial.key, test)];
    expect(first).toMatchObject(liveRecord);
    expect(second).toMatchObject(testRecord);
    return [first, second];
  };
  const stamped = { status: 'stamped', blockchain: nowhere };
  const anchoring = { status: 'anchoring', blockchain: nowhere };
  await expectBoth(stamped, stamped);
  await sello.sequence();
  await expectBoth(anchoring, anchoring);

  await world.anchor();
  await expectBoth(anchoring, anchoring);
  await chain.mine();
  driver.isFinalityHeld = true;
  await world.anchor();
  const merkleRoot = Buffer.from((await sello.ports.merkleLog.latestCheckpoint())!.root).toString('hex');
  const chainId = Number(EMBEDDED_NETWORK.split(':')[1]);
  const inBlock = {
    network: EMBEDDED_NETWORK,
    chain_id: chainId,
    tx_id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    block_number: 1,
    block_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    block_time: expect.any(String),
    confirmations: 1,
    merkle_root: merkleRoot,
  };
  await expectBoth(anchoring, { status: 'anchoring', blockchain: { status: 'anchored', ...inBlock } });
  driver.isFinalityHeld = false;
  sello.advance(60_000);
  await world.anchor();
  const certified = { status: 'certified', blockchain: { status: 'final', ...inBlock } };
  const [, settled] = await expectBoth(anchoring, certified);
  expect(Date.parse(settled.updated_at)).toBeGreaterThanOrEqual(Date.parse(settled.created_at) + 60_000);

  await sello.anchorWith(publicDriver);
  await chain.mine();
  await sello.anchorWith(publicDriver);
  const onPublic = {
    status: 'final',
    network: NETWORK,
    chain_id: 5,
    block_number: 2,
    merkle_root: merkleRoot,
  };
  await expectBoth({ status: 'certified', blockchain: onPublic }, { status: 'certified' });
});

test('confirmations grow with the chain', async () => {
  const { sello, caller } = world;
  const trial = await sello.newKey(caller.account, { mode: 'test' });
  const record = async () =>
    (await sello.call('GET', `${API}/certificates`, { key: trial.key })).body.certificates.at(-1);
  const before = (await record()).blockchain;
  await world.certify();
  await world.anchorAndMine();
  const after = (await record()).blockchain;
  await world.anchor();
  expect((await record()).blockchain.confirmations).toBeGreaterThan(before.confirmations);
  expect(after).toMatchObject({ tx_id: before.tx_id, block_hash: before.block_hash });
});
