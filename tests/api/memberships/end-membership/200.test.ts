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

test('an ended membership has its day and reason, and is ended before anything else', async () => {
  const { id } = await council.membership({ starts_on: '2026-01-01' });
  await council.must('POST', `/memberships/${id}/suspend`, {});
  const { membership } = await council.must('POST', `/memberships/${id}/end`, {
    reason: 'renunció',
    on: '2026-06-30',
  });
  expect(membership).toMatchObject({
    status: 'ended',
    standing: 'ended',
    valid: false,
    ended_on: '2026-06-30',
    end_reason: 'renunció',
  });
});
