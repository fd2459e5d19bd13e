import { expectRefusal } from '../../../harness/memberships.ts';
import { accreditedCourse } from '../../../harness/program-council.ts';
import { programTest as test } from '../../../harness/world.ts';

test('mail_not_configured, and a key that may make no diplomas', async ({ council }) => {
  const { id } = await accreditedCourse(council);
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
