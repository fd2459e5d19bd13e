import { expect, test } from 'vitest';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));

async function approved() {
  const { id, member_id, program_id, current_term } = await council.endingOn(council.today(10));
  const award = {
    id: sello.ports.newId('awd'),
    program_id,
    category: 'emc',
    points: 60,
    completed_on: council.today(-2),
  };
  await council.points(member_id, [award]);
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  return { id, member_id, program_id, current_term, award, renewal };
}

test('M10 a snapshot never changes by a byte: not by later points, other tracks or an annulled decision', async () => {
  const { id, member_id, award, renewal } = await approved();
  const kept = async () => {
    const [row] = await sello.database.query('select snapshot, snapshot_sha256 from renewals where id = $1', [
      renewal.id,
    ]);
    return row;
  };
  const before = await kept();
  await council.reverse(member_id, [award]);
  await council.points(member_id, [{ ...award, id: sello.ports.newId('awd'), points: 5 }]);
  await council.must('PATCH', `/memberships/${id}`, { tracks: ['other'] });
  await council.must('POST', `/renewals/${renewal.id}/annul`, { reason: 'x' });
  expect(await kept()).toEqual(before);
  const read = (await council.must('GET', `/renewals/${renewal.id}`)).renewal;
  expect([read.snapshot, read.snapshot_sha256]).toEqual([renewal.snapshot, renewal.snapshot_sha256]);
});

test.for([
  "snapshot = replace(snapshot, '60', '61')",
  'snapshot = null, snapshot_sha256 = null',
  "snapshot_sha256 = '\\x00'",
  "basis = 'exception'",
])('M10 the database itself refuses to change a snapshot: %s', async (change) => {
  const { renewal } = await approved();
  const changing = sello.database.query(`update renewals set ${change} where id = $1`, [renewal.id]);
  await expect(changing).rejects.toThrow(/snapshot of a renewal never changes/);
});
