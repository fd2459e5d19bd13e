import { createHash } from 'node:crypto';
import { accreditedCourse, newAward } from '../../../harness/program-council.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('a stranger can recompute the chain from the answer alone', async ({ council }) => {
  const memberId = await council.enrol();
  const course = await accreditedCourse(council);
  const { id } = await newAward(council, memberId, course.id, { points: [{ category: 'emc', points: 0.1 }] });
  await council.ask('POST', `/awards/${id}/approve`, 200);
  await council.ask('POST', `/awards/${id}/revoke`, 200, { reason: 'x' });
  const { entries, head } = await council.ask('GET', `/members/${memberId}/ledger`, 200);
  expect(entries.map((entry: { kind: string }) => entry.kind)).toEqual(['award', 'reversal']);
  let previous = Buffer.alloc(32);
  for (const { hash, prev_hash, ...entry } of entries) {
    expect(prev_hash).toBe(previous.toString('hex'));
    // Keys in the order of RFC 8785.
    const { at, award_id, completed_on, kind, lines, seq } = entry;
    const sorted = lines.map(({ category, points, program_id }: Record<string, unknown>) => ({
      category,
      points,
      program_id,
    }));
    const json = JSON.stringify({ at, award_id, completed_on, kind, lines: sorted, seq });
    previous = createHash('sha256').update(previous).update(json).digest();
    expect(hash).toBe(previous.toString('hex'));
  }
  expect(head).toEqual({ seq: 2, hash: previous.toString('hex') });
});

test('a member without points has an empty ledger', async ({ council }) => {
  expect(await council.ask('GET', `/members/${await council.enrol()}/ledger`, 200)).toEqual({
    entries: [],
    head: null,
  });
});
