import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedAward } from '../../../harness/documents.ts';
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

test("another account's award is as unknown as none", async () => {
  const { id } = await approvedAward(council);
  const stranger = (await sello.newAccount()).key;
  const ask = (award: string) =>
    sello.call('POST', `${API}/awards/${award}/diploma`, { key: stranger, payload: {} });
  const [foreign, unknown] = [await ask(id), await ask(`awd_${'0'.repeat(22)}`)];
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
});
