import { signUp } from '../../../harness/dashboard-person.ts';
import { holdsOf } from '../../../harness/holds.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('the list says what is held and since when, but not why; without a subject, only holds on the account', async ({
  sello,
  council,
}) => {
  const holds = holdsOf(sello);
  const member = await council.member();
  const { id } = await sello.certify(council.key, 'held');
  const list = async (query = '') => (await council.must('GET', `/legal-holds${query}`)).legal_holds;
  expect(await list(`?member_id=${member.id}`)).toEqual([]);
  const onMember = await holds.add(member.id, 'Secreto del juicio');
  const onCertificate = await holds.add(id);
  expect(await list(`?member_id=${member.id}`)).toEqual([
    {
      id: onMember.id,
      object: 'legal_hold',
      on: 'member',
      target: member.id,
      since: onMember.since.toISOString(),
    },
  ]);
  expect(await list(`?certificate_id=${id}`)).toMatchObject([{ id: onCertificate.id, on: 'certificate' }]);
  expect(await list()).toEqual([]);
  const onAccount = await holds.add(council.accountId);
  for (const query of ['', `?member_id=${(await council.member()).id}`])
    expect(await list(query)).toMatchObject([{ id: onAccount.id, on: 'account', target: council.accountId }]);
  for (const hold of [onMember, onCertificate, onAccount]) await holds.lift(hold.id);
  expect(await list(`?member_id=${member.id}`)).toEqual([]);
});

test('a document of a held member shows the hold on the member', async ({ sello, council }) => {
  const holds = holdsOf(sello);
  const member = await council.member();
  await council.must('POST', `/members/${member.id}/transcript`, {});
  const [paper] = await sello.database.query('select certificate_id from documents where member_id = $1', [
    member.id,
  ]);
  const hold = await holds.add(member.id);
  const found = await council.must('GET', `/legal-holds?certificate_id=${paper?.certificate_id}`);
  expect(found.legal_holds).toMatchObject([{ id: hold.id, on: 'member', target: member.id }]);
  await holds.lift(hold.id);
});

test('other accounts learn nothing of it', async ({ sello, council }) => {
  const holds = holdsOf(sello);
  const member = await council.member();
  await holds.add(member.id);
  const { key } = await sello.newAccount();
  const other = await sello.call('GET', `${API}/legal-holds?member_id=${member.id}`, { key });
  expect(other.body).toEqual({ legal_holds: [] });
  await holds.lift(member.id);
});

test('a person sees the same in the dashboard', async ({ sello }) => {
  const holds = holdsOf(sello);
  const { call, account } = await signUp(sello);
  const hold = await holds.add(account.id);
  const { status, body } = await call('GET', '/legal-holds');
  expect([status, body.legal_holds]).toMatchObject([200, [{ id: hold.id, on: 'account' }]]);
});
