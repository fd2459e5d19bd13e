import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Council, openCouncil, RULES } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

test('a draft is deleted with its versions, and its external_id is free again', async () => {
  const body = { name: 'Borrador', rules: RULES, external_id: 'b-1' };
  const { program } = await council.must('POST', '/programs', body);
  const gone = await council.call('DELETE', `/programs/${program.id}`);
  expect([gone.status, gone.text]).toEqual([204, '']);
  expect((await council.call('GET', `/programs/${program.id}`)).status).toBe(404);
  expect((await council.call('DELETE', `/programs/${program.id}`)).status).toBe(404);
  await council.must('POST', '/programs', body);
});
