import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base.extend('client', FILE, ({ sello }) => sello.newAccount({ certificates: 20 }));

test('the refusal of a taken external_id names its certificate, and of two changes at once one succeeds', async ({
  sello,
  client,
}) => {
  const [one, two, three] = await Promise.all(
    ['1', '2', '3'].map((content) => sello.certify(client.key, content)),
  );
  const patch = (of: { id: string } | undefined, external_id: string) =>
    sello.call('PATCH', `${API}/certificates/${of?.id}`, { key: client.key, payload: { external_id } });
  await patch(one, 'mine');
  expect(expectRefusal(await patch(two, 'mine'), 409, 'external_id_taken')).toContain(one?.id);
  const race = await Promise.all([patch(two, 'race'), patch(three, 'race')]);
  expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
});
