import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('the start cannot change once a term is decided (term_decided) or a renewal is open (renewal_open)', async ({
  council,
}) => {
  const rules = { ...RULES, requirements: [] };
  const { id } = await council.endingOn(council.today(10), { rules });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, {});
  const move = () => council.call('PATCH', `/memberships/${id}`, { starts_on: council.today(-30) });
  expectRefusal(await move(), 409, 'renewal_open');
  await council.must('POST', `/renewals/${renewal.id}/approve`, {});
  expectRefusal(await move(), 409, 'term_decided');
});

test('the tracks of an ended membership cannot change, and nothing of an anonymised member', async ({
  sello,
  council,
}) => {
  const { id } = await council.membership();
  await council.must('POST', `/memberships/${id}/end`, {});
  expectRefusal(
    await council.call('PATCH', `/memberships/${id}`, { tracks: ['a'] }),
    409,
    'invalid_transition',
  );
  const other = await council.membership();
  await sello.database.query("update members set status = 'anonymised' where id = $1", [other.member_id]);
  const answer = await council.call('PATCH', `/memberships/${other.id}`, { metadata: { a: 'b' } });
  expectRefusal(answer, 409, 'member_anonymised');
});

test('an external_id of another membership is refused with external_id_taken', async ({ council }) => {
  await council.membership({ external_id: 'mine' });
  const { id } = await council.membership();
  expectRefusal(
    await council.call('PATCH', `/memberships/${id}`, { external_id: 'mine' }),
    409,
    'external_id_taken',
  );
});
