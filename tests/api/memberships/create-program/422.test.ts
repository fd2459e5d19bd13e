import { expect, test } from 'vitest';
import { forFile } from '../../../harness/for-file.ts';
import { expectRefusal, openCouncil, RULES } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';

const sello = forFile(shareSello);
const council = forFile(() => openCouncil(sello));

const post = (rules: object, more: object = {}) =>
  council.call('POST', '/programs', { name: 'Consejo', rules, ...more });
const [emc, docencia] = RULES.categories;
const total = { code: 'total', min_points: 60, period: 'term' };

test.for<[string, object, string]>([
  [
    'an unknown category',
    { requirements: [total, { ...total, code: 'b', categories: ['emc', 'x'] }] },
    'rules.requirements[1].categories[1]',
  ],
  [
    'a cycle',
    {
      categories: [
        { ...emc, parent: 'docencia' },
        { ...docencia, parent: 'emc' },
      ],
    },
    'rules.categories[0].parent',
  ],
  [
    'a number of awards on a node',
    {
      categories: [
        { ...emc, max_awards_per_year: 5 },
        { ...docencia, parent: 'emc' },
      ],
    },
    'rules.categories[0].max_awards_per_year',
  ],
  [
    'a minimum out of reach',
    { requirements: [{ ...total, categories: ['docencia'], min_points: 20.01 }] },
    'rules.requirements[0].min_points',
  ],
  [
    'a prorated year',
    { requirements: [{ ...total, period: 'year', prorate_first: true }] },
    'rules.requirements[0].prorate_first',
  ],
  [
    'carrying from nowhere',
    { carry_over: { max_points: 5, earned_within_months: 12, categories: ['x'] } },
    'rules.carry_over.categories[0]',
  ],
  ['a name of two lines', { categories: [{ code: 'emc', name: 'a\nb' }] }, 'rules.categories[0].name'],
  ['term_months of 0', { term_months: 0 }, 'rules.term_months'],
  ['points as text', { requirements: [{ ...total, min_points: '60' }] }, 'rules.requirements[0].min_points'],
  [
    'points with three decimals',
    { requirements: [{ ...total, min_points: 0.005 }] },
    'rules.requirements[0].min_points',
  ],
  ['a code with capitals', { categories: [emc, { code: 'EMC', name: 'x' }] }, 'rules.categories[1].code'],
  ['a misspelt cap', { categories: [{ ...emc, max_point: 5 }] }, 'rules.categories[0].max_point'],
  [
    'a requirement without a minimum',
    { requirements: [{ code: 'a', period: 'term' }] },
    'rules.requirements[0].min_points',
  ],
])('%s is invalid_rules with its path, in both languages', async ([, more, path]) => {
  const answer = await post({ ...RULES, ...more });
  expectRefusal(answer, 422, 'invalid_rules');
  expect(answer.body.message).toContain(path);
  const spanish = await council.call(
    'POST',
    '/programs',
    { name: 'Consejo', rules: { ...RULES, ...more } },
    { headers: { 'accept-language': 'es' } },
  );
  expect(spanish.body.message).toContain(path);
  expect(spanish.body.message).not.toBe(answer.body.message);
});

test('rules that are no object, and a duplicate item of the checklist, are invalid_rules too', async () => {
  expectRefusal(await post('x' as never), 422, 'invalid_rules', /`rules`/);
  const item = { code: 'cuota', name: 'Cuota' };
  expectRefusal(await post(RULES, { checklist: [item, item] }), 422, 'invalid_rules', /checklist\[1\]\.code/);
  expectRefusal(
    await post(RULES, { checklist: [{ code: 'cuota' }] }),
    422,
    'invalid_rules',
    /checklist\[0\]\.name/,
  );
});

test('several problems are reported at once; if there are many, they are counted', async () => {
  const requirements = Array.from({ length: 8 }, (_, at) => ({
    ...total,
    code: `r${at}`,
    categories: ['x'],
  }));
  const { body } = await post({ ...RULES, requirements });
  expect(body.message).toMatch(/requirements\[0\].*requirements\[4\].*And 3 more\./);
});

test('other fields are validation_failed: no name, no rules, a name of two lines', async () => {
  expectRefusal(
    await council.call('POST', '/programs', { rules: RULES }),
    422,
    'validation_failed',
    /`name`/,
  );
  expectRefusal(await council.call('POST', '/programs', { name: 'x' }), 422, 'validation_failed', /`rules`/);
  expectRefusal(await post(RULES, { name: 'a\nb' }), 422, 'validation_failed', /`name`/);
  expectRefusal(await post(RULES, { unit: ' ' }), 422, 'validation_failed', /`unit`/);
});
