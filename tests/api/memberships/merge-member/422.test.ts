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

test('a member is not merged into itself', async () => {
  const { id } = await council.member();
  expect(expectRefusal(await merge(id, id), 422, 'validation_failed')).toContain('`into`');
});
