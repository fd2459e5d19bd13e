import { expectRefusal } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('a second open membership in the same program is membership_exists and names the first', async ({
  council,
}) => {
  const program = await council.program();
  const member = await council.member();
  const { id } = await council.membership({ program, member });
  const again = await council.call('POST', `/members/${member.id}/memberships`, { program_id: program.id });
  expectRefusal(again, 409, 'membership_exists', new RegExp(id));
});

test('two requests at once open one membership', async ({ council }) => {
  const program = await council.program();
  const member = await council.member();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      council.call('POST', `/members/${member.id}/memberships`, { program_id: program.id }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
});

test('a draft and a retired program accept no memberships: program_not_active', async ({
  sello,
  council,
}) => {
  const draft = await council.program({ isDraft: true });
  const retired = await council.program();
  await sello.database.query("update programs set status = 'retired' where id = $1", [retired.id]);
  const { id } = await council.member();
  for (const program of [draft, retired]) {
    const answer = await council.call('POST', `/members/${id}/memberships`, { program_id: program.id });
    expectRefusal(answer, 409, 'program_not_active');
  }
});

test('an anonymised member is refused with member_anonymised, a deceased one cannot join, a suspended one can', async ({
  council,
}) => {
  const program_id = (await council.program()).id;
  const join = async (status: string) => {
    const { id } = await council.member({ status });
    return council.call('POST', `/members/${id}/memberships`, { program_id });
  };
  expectRefusal(await join('anonymised'), 409, 'member_anonymised');
  expectRefusal(await join('deceased'), 409, 'invalid_transition');
  const suspended = await join('suspended');
  expect([suspended.status, suspended.body.membership.standing]).toEqual([201, 'suspended']);
});

test('an external_id of another membership is refused with external_id_taken', async ({ council }) => {
  await council.membership({ external_id: 'twice' });
  const { id } = await council.member();
  const { id: program_id } = await council.program();
  const answer = await council.call('POST', `/members/${id}/memberships`, {
    program_id,
    external_id: 'twice',
  });
  expectRefusal(answer, 409, 'external_id_taken');
});
