import { afterAll, beforeAll, test } from 'vitest';
import { type Council, expectRefusal, openCouncil } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

const path = (id: string) => `/members/${id}/access-link`;

test('403 without the scope', async () => {
  const { id } = await council.member();
  const key = await council.keyWith('members:write', 'members:read');
  expectRefusal(
    await sello.call('POST', `${API}${path(id)}`, { key, payload: {} }),
    403,
    'insufficient_scope',
  );
});

test('404 for another council’s member, and for one of the other mode', async () => {
  const other = await openCouncil(sello);
  expectRefusal(await council.call('POST', path((await other.member()).id), {}), 404, 'not_found');
  const { id } = await council.member();
  const call = { key: await council.testKey(), payload: {} };
  expectRefusal(await sello.call('POST', `${API}${path(id)}`, call), 404, 'not_found');
});

test('409 for whoever is not there any more', async () => {
  const gone = await council.member();
  await council.must('POST', `/members/${gone.id}/anonymise`, { reason: 'x' });
  expectRefusal(await council.call('POST', path(gone.id), {}), 409, 'member_anonymised');
  const dead = await council.member();
  await council.must('POST', `/members/${dead.id}/deceased`, { reason: 'x' });
  expectRefusal(await council.call('POST', path(dead.id), {}), 409, 'invalid_transition');
});
