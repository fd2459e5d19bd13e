import { workOff } from '../../../harness/documents.ts';
import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { accreditedCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

async function open(world: Awaited<ReturnType<typeof openOwnPageWorld>>, mode: 'live' | 'test' = 'live') {
  const { key } = await world.sello.newAccount({ key: { mode } });
  const council = await openProgramCouncil(world.sello, key);
  await world.sello.database.query('update accounts set certificates_left = 10 where id = $1', [
    council.accountId,
  ]);
  const course = await accreditedCourse(council);
  const emails = [newEmail(), newEmail()];
  const ids = [
    await council.enrol({ fields: { email: emails[0] } }),
    await council.enrol({ fields: { email: emails[1], locale: 'en' } }),
    await council.enrol(),
  ];
  const posted = { rows: ids.map((member_id) => ({ member_id })), approve: true, diplomas: true };
  await council.must('POST', `/courses/${course.id}/rosters`, posted);
  await workOff(world.sello);
  return { council, course, emails, ids };
}

test('each is mailed once with its PDF, in the member’s language; the counts say how far it is', async ({
  world,
}) => {
  const { council, course, emails } = await open(world);
  world.mails.splice(0);
  const path = `/courses/${course.id}/diplomas/mail`;
  const { diplomas } = await council.ask('POST', path, 202);
  expect(diplomas).toMatchObject({ certified: 3, mailed: 0, to_mail: 2, without_address: 1 });
  await council.ask('POST', path, 202);
  const rounds = [world.sello.ports.memberMail?.round(), world.sello.ports.memberMail?.round()];
  await Promise.all(rounds);
  await council.ask('POST', path, 202);
  await world.sello.ports.memberMail?.round();
  expect(world.mails.map(({ to, headers }) => [to[0], headers.get('subject')]).sort()).toEqual(
    [
      [emails[0], 'Su diploma de «Congreso Nacional»'],
      [emails[1], 'Your diploma of “Congreso Nacional”'],
    ].sort(),
  );
  for (const { attachments } of world.mails)
    expect(attachments).toEqual([expect.stringMatching(/^D-\d{4}-\d{6}\.pdf$/)]);
  const after = (await council.must('GET', `/courses/${course.id}/diplomas`)).diplomas;
  expect(after).toMatchObject({ mailed: 2, to_mail: 0 });
  const { events } = await council.must('GET', '/audit?action=course.mail_diplomas');
  expect(events).toMatchObject([{ details: { diplomas: 2 } }]);
});

test('what was revoked, or whose member left, in between is not mailed; in test mode nobody is', async ({
  world,
}) => {
  const { council, course, ids } = await open(world);
  const tested = await open(world, 'test');
  world.mails.splice(0);
  await council.ask('POST', `/courses/${course.id}/diplomas/mail`, 202);
  await council.must('POST', `/members/${ids[0]}/suspend`, { reason: 'Baja' });
  const { awards } = await council.must('GET', `/awards?member_id=${ids[1]}`);
  await council.must('POST', `/awards/${awards[0].id}/revoke`, { reason: 'Error' });
  const { diplomas } = await tested.council.ask('POST', `/courses/${tested.course.id}/diplomas/mail`, 202);
  expect(diplomas).toMatchObject({ certified: 3, mailed: 0, to_mail: 0 });
  await world.sello.ports.memberMail?.round();
  expect(world.mails).toEqual([]);
});
