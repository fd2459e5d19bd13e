import { openAnchoredSello } from '../../../harness/anchored-sello.ts';
import { API } from '../../../harness/test-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openAnchoredSello);

/** For each type, the query of the older address that gives the same bytes. */
const QUERIES = {
  nom151: 'type=nom151&format=raw',
  blockchain: 'type=blockchain&format=raw',
  ots: 'type=blockchain&format=ots',
  tlog: 'type=blockchain&format=tlog',
  record: 'type=record&format=raw',
  receipt: 'type=receipt&format=raw',
  bundle: 'type=bundle&format=raw',
  constancia: 'type=constancia&format=raw',
};

test('every type has the same bytes and file name as with format=raw, whatever the client accepts', async ({
  world,
}) => {
  const { sello, caller } = world;
  const { id } = await sello.certify(caller.key);
  await sello.sequence();
  await world.anchor();
  await world.chain.mine();
  await world.anchor();
  for (const [type, query] of Object.entries(QUERIES)) {
    const raw = await sello.call('GET', `${API}/certificates/${id}/proof/${type}`, { key: caller.key });
    const old = await world.proof(id, query);
    expect([raw.status, old.status], type).toEqual([200, 200]);
    expect(raw.bytes.equals(old.bytes), type).toBe(true);
    expect(raw.headers['content-type']).toBe('application/octet-stream');
    for (const header of ['content-disposition', 'etag'])
      expect(raw.headers[header], `${type} ${header}`).toBe(old.headers[header]);
  }
});

test('chain: the signing certificates in PEM, with which OpenSSL checks the time stamp', async ({
  world,
}) => {
  const { sello, caller } = world;
  const { id } = await sello.certify(caller.key);
  const json = await world.proof(id, 'type=nom151');
  const chain = await sello.call('GET', `${API}/certificates/${id}/proof/chain`, { key: caller.key });
  expect(chain.text).toBe(json.body.proof.chain_pem);
});
