import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accreditedCourse, newAward, openWorld, type World } from '../../../harness/memberships-world.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: World;
beforeAll(async () => {
  sello = await shareSello();
  council = await openWorld(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('a stranger can redo the chain from the answer alone', async () => {
  const memberId = await council.member();
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

test('a member without points has an empty ledger', async () => {
  expect(await council.ask('GET', `/members/${await council.member()}/ledger`, 200)).toEqual({
    entries: [],
    head: null,
  });
});
