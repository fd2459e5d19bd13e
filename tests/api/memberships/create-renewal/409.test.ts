import { expectRefusal } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('only one renewal can be open: of two at once the second is refused, and renewal_open names the first', async ({
  council,
}) => {
  const { id } = await council.endingOn(council.today(10));
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => council.call('POST', `/memberships/${id}/renewals`, {})),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const made = answers.find(({ status }) => status === 201)?.body.renewal.id;
  const again = await council.call('POST', `/memberships/${id}/renewals`, {});
  expectRefusal(again, 409, 'renewal_open', new RegExp(made));
});

test('an ended membership, a deceased member and an anonymised member cannot renew', async ({
  sello,
  council,
}) => {
  const { id, member_id } = await council.endingOn(council.today(10));
  const post = () => council.call('POST', `/memberships/${id}/renewals`, {});
  const member = (status: string) =>
    sello.database.query('update members set status = $2 where id = $1', [member_id, status]);
  await member('deceased');
  expectRefusal(await post(), 409, 'invalid_transition');
  await member('anonymised');
  expectRefusal(await post(), 409, 'member_anonymised');
  await member('active');
  await council.must('POST', `/memberships/${id}/end`, {});
  expectRefusal(await post(), 409, 'invalid_transition', /ended/);
});
