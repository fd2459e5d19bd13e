import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a draft becomes active and takes memberships', async () => {
  const draft = await council.program({ isDraft: true });
  const { id: memberId } = await council.member();
  const join = () => council.call('POST', `/members/${memberId}/memberships`, { program_id: draft.id });
  expect((await join()).body.error).toBe('program_not_active');
  const { program } = await council.must('POST', `/programs/${draft.id}/activate`);
  expect(program).toEqual({ ...draft, status: 'active', updated_at: program.updated_at });
  expect((await join()).status).toBe(201);
});
