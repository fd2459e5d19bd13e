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

test('one renewal at a time: renewal_open names the one that waits, also of two at once', async () => {
  const { id } = await council.endingOn(council.today(10));
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => council.call('POST', `/memberships/${id}/renewals`, {})),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const made = answers.find(({ status }) => status === 201)?.body.renewal.id;
  const again = await council.call('POST', `/memberships/${id}/renewals`, {});
  expectRefusal(again, 409, 'renewal_open', new RegExp(made));
});

test('an ended membership, a deceased and an anonymised member renew nothing', async () => {
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
