import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('an unknown, malformed or foreign id is refused in the same way for every type', async ({
  sello,
  client,
}) => {
  const foreign = await sello.certify((await sello.newAccount()).key);
  for (const type of ['nom151', 'bundle', 'file']) {
    const ask = (id: string) =>
      sello.call('GET', `${API}/certificates/${id}/proof/${type}`, { key: client.key });
    const unknown = await ask(sello.ports.newId('cert'));
    expectRefusal(unknown, 404, 'not_found');
    for (const id of ['x', foreign.id]) expect((await ask(id)).text).toBe(unknown.text);
  }
});

test('the refusal for a file that was never stored says so', async ({ sello, client }) => {
  const made = await sello.call('POST', `${API}/certificates`, {
    key: client.key,
    payload: { sha256: 'ab'.repeat(32), file_name: 'contract.pdf' },
  });
  const { id } = made.body.certificate;
  const answer = await sello.call('GET', `${API}/certificates/${id}/proof/file`, { key: client.key });
  expectRefusal(answer, 404, 'file_not_stored');
});
