import { expectRefusal } from '../../../harness/memberships.ts';
import { newReport, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld).extend('visitOfMember', ({ world }) => async () => {
  const { member_id, program_id } = await world.council.membership({ starts_on: world.council.today(-100) });
  return { memberId: member_id, programId: program_id, visit: await world.enterByLink(member_id) };
});

test('201: an activity is pending with its evidence, and can be withdrawn until it is decided', async ({
  world,
  visitOfMember,
}) => {
  const { visit, programId, memberId } = await visitOfMember();
  const made = await visit.call('POST', '/activities', await newReport(world, visit, programId));
  expect(made.status, made.text).toBe(201);
  const { award } = await world.council.must('GET', `/awards/${made.body.award_id}`);
  expect(award).toMatchObject({
    member_id: memberId,
    status: 'pending',
    activity: { title: 'Congreso Nacional', provider: 'Sociedad de Ejemplo', kind: null },
    evidence: [{ certificate_id: expect.stringMatching(/^cert_/) }],
  });
  const { awards } = (await visit.call('GET', '/me')).body;
  expect(awards[0]).toMatchObject({ id: award.id, is_own: true, status: 'pending' });
  const withdrawn = await visit.call('POST', `/awards/${award.id}/withdraw`);
  expect([withdrawn.status, withdrawn.body]).toEqual([200, { done: true }]);
  expectRefusal(await visit.call('POST', `/awards/${award.id}/withdraw`), 409, 'invalid_transition');
});

test('404 for evidence that is another member’s, already used or unknown, and for a program of another council', async ({
  world,
  visitOfMember,
}) => {
  const { visit, programId } = await visitOfMember();
  const other = await visitOfMember();
  const report = await newReport(world, visit, programId);
  expectRefusal(
    await other.visit.call('POST', '/activities', { ...report, program_id: other.programId }),
    404,
    'not_found',
  );
  expect((await visit.call('POST', '/activities', report)).status).toBe(201);
  expectRefusal(await visit.call('POST', '/activities', report), 404, 'not_found');
  const again = await newReport(world, visit, 'prg_0000000000000000000000');
  expectRefusal(await visit.call('POST', '/activities', again), 404, 'not_found');
});

test('422 for a future day, an unknown category and a program without a membership; the evidence can be used again', async ({
  world,
  visitOfMember,
}) => {
  const { visit, programId } = await visitOfMember();
  const report = await newReport(world, visit, programId);
  const tomorrow = { ...report, completed_on: world.council.today(2) };
  expectRefusal(await visit.call('POST', '/activities', tomorrow), 422, 'completed_on_out_of_range');
  expectRefusal(
    await visit.call('POST', '/activities', { ...report, category: 'x' }),
    422,
    'unknown_category',
  );
  const foreign = await world.council.program();
  expectRefusal(
    await visit.call('POST', '/activities', { ...report, program_id: foreign.id }),
    422,
    'no_membership',
  );
  expect((await visit.call('POST', '/activities', report)).status).toBe(201);
});
