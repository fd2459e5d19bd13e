import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openAnchoredSello).extend(
  'pathOf',
  ({ world }) =>
    ({ qr_verification_url: url }: { qr_verification_url: string }) =>
      url.slice(world.sello.config.baseUrl.length),
);

test('the public address gives the same proofs as the owner gets', async ({ world, pathOf }) => {
  const id = await world.certify();
  await world.anchorAndMine();
  const path = pathOf(await world.record(id));
  const types = { nom151: 'tsr', blockchain: 'xml', bundle: 'zip' };
  for (const [type, ending] of Object.entries(types)) {
    const ours = await world.sello.call('GET', `${path}/proof?type=${type}`);
    const owners = await world.proof(id, `type=${type}&format=raw`);
    expect(ours.status).toBe(200);
    expect(ours.bytes.equals(owners.bytes), type).toBe(true);
    expect(ours.headers['content-disposition']).toBe(`attachment; filename="${id}.${ending}"`);
    expect(ours.headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(ours.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  }
  const chain = await world.sello.call('GET', `${path}/proof?type=chain`);
  const { chain_pem: pem } = (await world.proof(id, 'type=nom151')).body.proof;
  expect(chain.text).toBe(pem);
  const constancia = await world.sello.call('GET', `${path}/proof?type=constancia`);
  expect(constancia.headers['content-type']).toBe('application/pdf');
  expect(constancia.text.startsWith('%PDF-')).toBe(true);
});

test('only the blockchain proof waits for its block', async ({ world, pathOf }) => {
  const { sello, caller } = world;
  const path = pathOf(await sello.certify(caller.key, 'early'));
  const early = await sello.call('GET', `${path}/proof?type=blockchain`);
  expect(expectRefusal(early, 409, 'proof_not_ready')).toContain('time stamp is valid already');
  expect(Number(early.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  for (const type of ['nom151', 'chain', 'constancia', 'bundle'])
    expect((await sello.call('GET', `${path}/proof?type=${type}`)).status, type).toBe(200);
});

test('only proofs are given out, never the file itself', async ({ world, pathOf }) => {
  const { sello, caller } = world;
  const path = pathOf(await sello.certify(caller.key, 'private'));
  for (const query of ['?type=file', '?type=ots', '?type=', '', '?type=nom151&type=file'])
    expectRefusal(await sello.call('GET', `${path}/proof${query}`), 422, 'validation_failed');
});
