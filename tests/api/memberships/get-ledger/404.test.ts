import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('M12 the ledger of another account is as unknown as one that never was', async () => {
  const other = await openWorld(sello, (await sello.newAccount()).key);
  const ask = (id: string) => sello.call('GET', `${API}/members/${id}/ledger`, { key: council.key });
  const foreign = await ask(await other.member());
  expectRefusal(foreign, 404, 'not_found');
  expect((await ask('mem_0000000000000000000000')).text).toBe(foreign.text);
});
