import { eraseExpiredFiles } from '../../../../server/src/certificates/erasing/erase-files.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'proof',
  ({ client, sello }) =>
    (id: string, query: string, key = client.key) =>
      sello.call('GET', `${API}/certificates/${id}/proof?${query}`, { key }),
);

const QUERIES = ['file', 'nom151', 'blockchain', 'bundle', 'court', 'asic'].flatMap((type) => [
  `type=${type}`,
  `type=${type}&format=raw`,
]);

test.for(QUERIES)(
  '%s of an unknown, malformed or foreign id, or one of the other mode: the same refusal',
  async (query, { sello, client, proof }) => {
    const foreign = await sello.certify((await sello.newAccount()).key);
    const trial = await sello.newKey(client.account, { mode: 'test' });
    const ofTest = await sello.certify(trial.key);
    const unknown = await proof(sello.ports.newId('cert'), query);
    expectRefusal(unknown, 404, 'not_found');
    for (const id of ['x', foreign.id, ofTest.id]) expect((await proof(id, query)).text).toBe(unknown.text);
  },
);

test('the refusal equals that of the detail', async ({ sello, client, proof }) => {
  const id = sello.ports.newId('cert');
  const detail = await sello.call('GET', `${API}/certificates/${id}`, { key: client.key });
  expect((await proof(id, 'type=nom151')).text).toBe(detail.text);
});

test('an erased file is reported as erased, in both languages and both forms, and other proofs are not affected', async ({
  sello,
  client,
  proof,
}) => {
  const trial = await sello.newKey(client.account, { mode: 'test' });
  const { id } = await sello.certify(trial.key, 'of a month ago');
  sello.advance(31 * 86_400_000);
  await eraseExpiredFiles(sello.ports, sello.config);
  const { key } = await sello.newKey(client.account, { mode: 'test' });
  for (const query of [
    'type=file',
    'type=file&format=raw',
    'type=court',
    'type=court&format=raw',
    'type=asic',
    'type=asic&format=raw',
  ]) {
    expect(expectRefusal(await proof(id, query, key), 404, 'file_not_stored')).toContain('erased');
  }
  const spanish = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, {
    key,
    headers: { 'accept-language': 'es' },
  });
  expect(expectRefusal(spanish, 404, 'file_not_stored')).toContain('se borró');
  for (const query of ['type=nom151', 'type=court&original=omit', 'type=court&original=omit&format=raw'])
    expect((await proof(id, query, key)).status).toBe(200);
});
