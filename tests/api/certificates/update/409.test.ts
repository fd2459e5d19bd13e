import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await shareSello();
  caller = await sello.newAccount({ certificates: 20 });
});
afterAll(() => sello.close());

test('a taken external_id names its certificate, and of two changes at once one holds', async () => {
  const [one, two, three] = await Promise.all(
    ['1', '2', '3'].map((content) => sello.certify(caller.key, content)),
  );
  const patch = (of: { id: string } | undefined, external_id: string) =>
    sello.call('PATCH', `${API}/certificates/${of?.id}`, { key: caller.key, payload: { external_id } });
  await patch(one, 'mine');
  expect(expectRefusal(await patch(two, 'mine'), 409, 'external_id_taken')).toContain(one?.id);
  const race = await Promise.all([patch(two, 'race'), patch(three, 'race')]);
  expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
});
