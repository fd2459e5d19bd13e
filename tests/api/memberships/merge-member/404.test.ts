import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { type Council, openCouncil } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

const merge = (id: string, into: string) =>
  council.call('POST', `/members/${id}/merge`, { into, reason: 'Doble' });

test('M12 a member of another account is as unknown as one that never was, on either side', async () => {
  const own = await council.member();
  const { id } = await (await openCouncil(sello)).member();
  const never = `${id.slice(0, -4)}0000`;
  const foreign = await merge(own.id, id);
  expect(expectRefusal(foreign, 404, 'not_found')).toContain('`into`');
  expect((await merge(own.id, never)).text).toBe(foreign.text);
  expect((await merge(own.id, own.id.replace('mem_', 'crs_'))).text).toBe(foreign.text);
  const from = await merge(id, own.id);
  expectRefusal(from, 404, 'not_found');
  expect((await merge(never, own.id)).text).toBe(from.text);
});
