import { openCouncil } from '../../../harness/memberships.ts';
import { API } from '../../../harness/test-sello.ts';
import { openEmployer, publicMember } from '../../../harness/watches.ts';
import { expect, test } from '../../../harness/world.ts';

test('a public member is followed at once, by the page or by number and surname, and shows standing alone', async ({
  council,
  sello,
}) => {
  const employer = await openEmployer(sello);
  const member = await publicMember(council, {
    second_surname: 'Núñez',
    professional_license: 'AB-77',
    email: 'ana@example.com',
  });
  const answer = await employer.call('POST', '/watches', {
    public_url: member.public_url,
    external_id: 'empleado-77',
  });
  expect(answer.status, answer.text).toBe(201);
  const { watch } = answer.body;
  expect(watch).toEqual({
    id: expect.stringMatching(/^wch_/),
    object: 'watch',
    livemode: true,
    status: 'active',
    basis: 'public',
    council_id: council.accountId,
    council: expect.any(String),
    named: new URL(member.public_url).pathname.slice(3),
    external_id: 'empleado-77',
    valid: true,
    memberships: [
      { membership_id: member.membership.id, program: 'Consejo', standing: 'current', valid: true },
    ],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect(new URL(String(answer.headers.location)).pathname).toBe(`${API}/watches/${watch.id}`);
  for (const secret of ['Luna', 'Núñez', 'ana@example.com', 'AB-77'])
    expect(answer.text).not.toContain(secret);

  const other = await openEmployer(sello);
  const asked = { council_id: council.accountId, number: 'ab-77', surname: ' luna nunez ' };
  expect((await other.must('POST', '/watches', asked)).watch).toMatchObject({
    status: 'active',
    named: 'ab-77',
  });
});

test('a private member, an unknown number and a wrong surname get the same answer', async ({
  council,
  sello,
}) => {
  const employer = await openEmployer(sello);
  const { member_number } = await council.member({});
  const { member_number: publicNumber } = await publicMember(council);
  const answers = [];
  for (const [number, surname] of [
    [member_number, 'Luna'],
    ['99999', 'Luna'],
    [publicNumber, 'Otra'],
  ]) {
    const answer = await employer.call('POST', '/watches', {
      council_id: council.accountId,
      number,
      surname,
    });
    expect(answer.status).toBe(201);
    const { id, named, created_at, updated_at, ...rest } = answer.body.watch;
    answers.push(rest);
  }
  for (const answer of answers)
    expect(answer).toEqual({
      ...answers[0],
      status: 'asked',
      basis: 'consent',
      valid: null,
      memberships: [],
    });
});

test('members of live mode are not followed from test mode', async ({ council, sello }) => {
  const employer = await openEmployer(sello);
  const member = await publicMember(council);
  const inTest = { ...(await openCouncil(sello, await employer.testKey())) };
  const asked = { council_id: council.accountId, number: member.member_number, surname: 'Luna' };
  const { watch } = await inTest.must('POST', '/watches', asked);
  expect(watch).toMatchObject({ livemode: false, status: 'asked', valid: null });
});
