import { workOff } from '../../../harness/documents.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { newEmail } from '../../../harness/own-page.ts';
import { accreditedCourse } from '../../../harness/program-council.ts';
import { programTest as test } from '../../../harness/world.ts';

test('mail_not_configured, and a key that may make no diplomas', async ({ council, sello }) => {
  const { id } = await accreditedCourse(council);
  const rows = [{ member_id: await council.enrol({ fields: { email: newEmail() } }) }];
  await sello.database.query('update accounts set certificates_left = 9 where id = $1', [council.accountId]);
  await council.must('POST', `/courses/${id}/rosters`, { rows, approve: true, diplomas: true });
  await workOff(sello);
  const path = `/courses/${id}/diplomas/mail`;
  expectRefusal(await council.call('POST', path), 403, 'mail_not_configured');
  const key = await council.keyWith('courses:read', 'awards:read');
  expectRefusal(
    await council.call('POST', path, undefined, { key }),
    403,
    'insufficient_scope',
    /diplomas:write/,
  );
});
