import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Council, expectRefusal, openCouncil } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

test('a retired program takes nobody new, and its memberships go on', async () => {
  const membership = await council.membership();
  const path = `/programs/${membership.program_id}`;
  expect((await council.must('POST', `${path}/retire`)).program.status).toBe('retired');
  const { id } = await council.member();
  const refused = await council.call('POST', `/members/${id}/memberships`, {
    program_id: membership.program_id,
  });
  expectRefusal(refused, 409, 'program_not_active');
  const { membership: kept } = await council.must('GET', `/memberships/${membership.id}`);
  expect(kept).toMatchObject({ status: 'active', standing: 'current' });
});
