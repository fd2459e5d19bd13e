import { beforeAll, expect, test } from 'vitest';
import type { KeyId, ProgramId } from '../../../server/src/kernel/ids.ts';
import {
  moveOpenTerms,
  refreshStaleTerms,
} from '../../../server/src/memberships/membership/terms/move-terms.ts';
import type { Who } from '../../../server/src/operations/operation.ts';
import { forFile } from '../../harness/for-file.ts';
import { openCouncil, RULES } from '../../harness/memberships.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let who: Who;
const sello = forFile(openTestSello);
const council = forFile(() => openCouncil(sello));
beforeAll(async () => {
  who = {
    accountId: council.accountId,
    livemode: true,
    keyId: 'key_0000000000000000000000' as KeyId,
    by: { type: 'key', id: 'key_0000000000000000000000', ip: undefined, userAgent: undefined },
    may: () => true,
  };
});

/** A second version that asks for 10 points instead of 60 and has no grace period. */
async function secondVersion(programId: string): Promise<void> {
  await sello.database.query(
    `insert into program_versions select program_id, 2,
       jsonb_set(jsonb_set(rules, '{requirements,0,min_points}', '10'), '{grace_days}', '0'), checklist, created_at
       from program_versions where program_id = $1`,
    [programId],
  );
  await sello.database.query('update programs set version = 2 where id = $1', [programId]);
}

const change = <T>(work: (tools: Pick<typeof sello.ports, 'now'> & { query: never }) => Promise<T>) =>
  sello.ports.records.transaction((query) => work({ ...sello.ports, query: query as never }));

test('M11 a new version changes no open term; a renewal opens the next term with it', async () => {
  const { id, member_id, program_id } = await council.endingOn(council.today(10));
  await secondVersion(program_id);
  const point = { program_id, category: 'emc', points: 20, completed_on: council.today(-1) };
  await council.points(member_id, [point]);
  const { membership } = await council.must('GET', `/memberships/${id}`);
  expect(membership.current_term).toMatchObject({
    program_version: 1,
    evaluation: { met: false, missing_points: 40 },
  });
  await council.points(member_id, [{ ...point, points: 40 }]);
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  const { term } = await council.must('GET', `/terms/${renewal.new_term_id}`);
  expect(term).toMatchObject({ program_version: 2, evaluation: { missing_points: 10 } });
});

test('on request, open terms move and are counted again; decided terms, ended memberships and other programs do not', async () => {
  const program = await council.program({ rules: { ...RULES, anchor: council.today(-4) } });
  const open = async () => council.membership({ program, starts_on: council.today(-900) });
  const [decided, ended, plain] = [await open(), await open(), await open()];
  await council.must('POST', `/memberships/${decided.id}/renewals`, {
    basis: 'exception',
    reason: 'x',
    approve: true,
  });
  await council.must('POST', `/memberships/${ended.id}/end`, {});
  const other = await council.membership();
  await council.points(plain.member_id, [
    { program_id: program.id, category: 'emc', points: 12, completed_on: council.today(-20) },
  ]);
  await secondVersion(program.id);
  expect(await change((tools) => moveOpenTerms(tools, who, program.id as ProgramId, 2))).toBe(2);
  const versions = async (id: string) =>
    (await council.must('GET', `/memberships/${id}/terms`)).terms.map(
      ({ program_version }: { program_version: number }) => program_version,
    );
  expect(await versions(decided.id)).toEqual([2, 1]);
  expect(await versions(ended.id)).toEqual([1]);
  expect(await versions(other.id)).toEqual([1]);
  const { membership } = await council.must('GET', `/memberships/${plain.id}`);
  expect(membership).toMatchObject({
    standing: 'lapsed',
    current_term: { program_version: 2, evaluation: { met: true, counted: 12, missing_points: 0 } },
  });
});

test('stale terms are counted again by the worker, in batches', async () => {
  const { current_term } = await council.membership();
  await sello.database.query('update membership_terms set is_stale = true, counted = 7 where id = $1', [
    current_term.id,
  ]);
  expect(await change((tools) => refreshStaleTerms(tools))).toBe(1);
  expect(await change((tools) => refreshStaleTerms(tools))).toBe(0);
  const [row] = await sello.database.query('select counted, is_stale from membership_terms where id = $1', [
    current_term.id,
  ]);
  expect(row).toEqual({ counted: 0, is_stale: false });
});
