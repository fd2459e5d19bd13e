import { expectRefusal, openCouncil } from '../../../harness/memberships.ts';
import { API } from '../../../harness/test-sello.ts';
import { test } from '../../../harness/world.ts';

const path = (id: string) => `/members/${id}/access-link`;

test('403 without the scope', async ({ sello, council }) => {
  const { id } = await council.member();
  const key = await council.keyWith('members:write', 'members:read');
  expectRefusal(
    await sello.call('POST', `${API}${path(id)}`, { key, payload: {} }),
    403,
    'insufficient_scope',
  );
});

test('404 for another council’s member, and for one of the other mode', async ({ sello, council }) => {
  const other = await openCouncil(sello);
  expectRefusal(await council.call('POST', path((await other.member()).id), {}), 404, 'not_found');
  const { id } = await council.member();
  const call = { key: await council.testKey(), payload: {} };
  expectRefusal(await sello.call('POST', `${API}${path(id)}`, call), 404, 'not_found');
});

test('409 for a deceased or anonymised member', async ({ council }) => {
  const gone = await council.member();
  await council.must('POST', `/members/${gone.id}/anonymise`, { reason: 'x' });
  expectRefusal(await council.call('POST', path(gone.id), {}), 409, 'member_anonymised');
  const dead = await council.member();
  await council.must('POST', `/members/${dead.id}/deceased`, { reason: 'x' });
  expectRefusal(await council.call('POST', path(dead.id), {}), 409, 'invalid_transition');
});
