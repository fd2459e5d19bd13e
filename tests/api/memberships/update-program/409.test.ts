import { describe, expect, test } from 'vitest';
import { forFile } from '../../../harness/for-file.ts';
import { expectRefusal, openCouncil, RULES } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';

const sello = forFile(shareSello);
const council = forFile(() => openCouncil(sello));

const patch = (id: string, change: object) => council.call('PATCH', `/programs/${id}`, change);

test('version_conflict: rules that were changed since they were read', async () => {
  const { id } = await council.program();
  const rules = { ...RULES, grace_days: 10 };
  const both = await Promise.all([patch(id, { version: 1, rules }), patch(id, { version: 1, rules })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expectRefusal(await patch(id, { version: 1, rules }), 409, 'version_conflict', /1.*version 2/);
  expectRefusal(await patch(id, { version: 3, rules }), 409, 'version_conflict');
  expect((await council.must('GET', `/programs/${id}`)).program.version).toBe(2);
});

test('external_id_taken names the program that has it', async () => {
  const first = await council.must('POST', '/programs', { name: 'a', rules: RULES, external_id: 'taken' });
  const { id } = await council.program();
  expectRefusal(
    await patch(id, { external_id: 'taken' }),
    409,
    'external_id_taken',
    new RegExp(first.program.id),
  );
  await council.must('PATCH', `/programs/${first.program.id}`, { external_id: 'taken' });
});

describe('category_in_use, with open_terms', () => {
  const without = { ...RULES, categories: [RULES.categories[0]] };
  const split = {
    ...RULES,
    categories: [...RULES.categories, { code: 'tesis', name: 'Tesis', parent: 'docencia' }],
  };

  async function awarded(completed_on: string) {
    const membership = await council.membership({ starts_on: '2026-01-01' });
    const points = [{ program_id: membership.program_id, category: 'docencia', points: 5 }];
    const { award } = await council.must('POST', '/awards', {
      member_id: membership.member_id,
      activity: { title: 'Clase' },
      completed_on,
      points,
    });
    return { membership, award };
  }

  test('a category with awards may neither disappear nor be divided', async () => {
    const { membership } = await awarded('2026-02-01');
    for (const rules of [without, split]) {
      const change = { version: 1, rules, applies_to: 'open_terms' };
      expectRefusal(await patch(membership.program_id, change), 409, 'category_in_use', /`docencia`/);
    }
    expect((await patch(membership.program_id, { version: 1, rules: without })).status).toBe(200);
  });

  test('nor may a category that an earlier change left out, while terms of the older version are open', async () => {
    const { membership } = await awarded('2026-02-01');
    expect((await patch(membership.program_id, { version: 1, rules: without })).status).toBe(200);
    const change = { version: 2, rules: without, applies_to: 'open_terms' };
    expectRefusal(await patch(membership.program_id, change), 409, 'category_in_use', /`docencia`/);
  });

  test('awards from before the first term also keep their category in use, withdrawn ones do not', async () => {
    const { membership, award } = await awarded('2025-02-01');
    const change = { version: 1, rules: without, applies_to: 'open_terms' };
    expectRefusal(await patch(membership.program_id, change), 409, 'category_in_use');
    await council.must('POST', `/awards/${award.id}/withdraw`);
    expect((await patch(membership.program_id, change)).status).toBe(200);
  });
});
