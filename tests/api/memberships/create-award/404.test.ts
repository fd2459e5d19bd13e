import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { accreditedCourse, openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('M12 a member, course, program or certificate of another account gets the same answer as an unknown one', async ({
  sello,
  council,
}) => {
  const other = await openProgramCouncil(sello, (await sello.newAccount()).key);
  const [course, foreign] = [await accreditedCourse(council), await accreditedCourse(other)];
  const [member, stranger] = [await council.enrol(), await other.enrol()];
  const certificate = await sello.certify(other.key);
  const activity = { activity: { title: 'x' }, completed_on: '2026-01-01' };
  const none = '0000000000000000000000';
  const pairs = [
    [stranger, `mem_${none}`].map((member_id) => ({ member_id, course_id: course.id })),
    [foreign.id, `crs_${none}`].map((course_id) => ({ member_id: member, course_id })),
    [other.programId, `prg_${none}`].map((program_id) => ({
      member_id: member,
      ...activity,
      points: [{ program_id, category: 'emc', points: 1 }],
    })),
    [certificate.id, `cert_${none}`].map((certificate_id) => ({
      member_id: member,
      course_id: course.id,
      evidence: [{ certificate_id }],
    })),
  ];
  for (const pair of pairs) {
    const answers = [];
    for (const payload of pair)
      answers.push(await sello.call('POST', `${API}/awards`, { key: council.key, payload }));
    for (const answer of answers) expectRefusal(answer, 404, 'not_found');
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  }
});
