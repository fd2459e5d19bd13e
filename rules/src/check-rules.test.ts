import Fastify from 'fastify';
import type { Static } from 'typebox';
import { beforeAll, describe, expect, test } from 'vitest';
import { ChecklistSchema, RulesSchema } from '../../server/src/memberships/programs/rules-schema.ts';
import { RULE_SETS } from '../../tests/harness/membership-vectors.ts';
import { checkChecklist, checkRules } from './check-rules.ts';
import { normalizeChecklist, normalizeRules } from './normalize-rules.ts';
import type { CategoryInput, RequirementInput, RulesInput } from './rules.ts';

const leaf = (code: string, more: Partial<CategoryInput> = {}): CategoryInput => ({
  code,
  name: code,
  ...more,
});
const ask = (more: Partial<RequirementInput> = {}): RequirementInput => ({
  code: 'total',
  min_points: 10,
  period: 'term',
  ...more,
});

function rules(more: Partial<RulesInput> = {}): RulesInput {
  return { term_months: 24, categories: [leaf('a'), leaf('b')], requirements: [ask()], ...more };
}

const pathsOf = (more: Partial<RulesInput>) =>
  checkRules(normalizeRules(rules(more))).map(({ path }) => path);

test.for(RULE_SETS.map(({ id, program }) => ({ id, program })))('$id is sound', ({ program }) => {
  expect(checkRules(normalizeRules(program.rules))).toEqual([]);
  expect(checkChecklist(normalizeChecklist(program.checklist))).toEqual([]);
});

test('defaults are filled in, and filling them twice changes nothing', () => {
  const filled = normalizeRules(rules({ carry_over: { max_points: 5, earned_within_months: 12 } }));
  expect(filled).toMatchObject({
    anchor: null,
    grace_days: 0,
    renewal_opens_days: 120,
    carry_over: { categories: null },
  });
  expect(filled.categories[0]).toEqual({
    code: 'a',
    name: 'a',
    parent: null,
    max_points: null,
    max_points_per_year: null,
    max_awards_per_year: null,
  });
  expect(filled.requirements[0]).toMatchObject({
    name: 'total',
    categories: null,
    months: null,
    from_term: 1,
    to_term: null,
    prorate_first: false,
    tracks: [],
  });
  expect(normalizeRules(filled)).toEqual(filled);
});

test('a dues-only program has neither categories nor requirements', () => {
  expect(pathsOf({ categories: [], requirements: [] })).toEqual([]);
});

describe('the tree', () => {
  test.for<[string, CategoryInput[], string[]]>([
    ['a doubled code', [leaf('a'), leaf('a')], ['rules.categories[1].code']],
    ['an unknown parent', [leaf('a', { parent: 'z' })], ['rules.categories[0].parent']],
    ['its own parent', [leaf('a', { parent: 'a' })], ['rules.categories[0].parent']],
    [
      'a cycle of two, and a leaf that leads into it',
      [leaf('a', { parent: 'b' }), leaf('b', { parent: 'a' }), leaf('c', { parent: 'b' })],
      ['rules.categories[0].parent', 'rules.categories[1].parent'],
    ],
    [
      'a fifth level',
      ['a', 'b', 'c', 'd', 'e'].map((code, index, all) => leaf(code, { parent: all[index - 1] ?? null })),
      ['rules.categories[4].parent'],
    ],
    [
      'a cap of single awards on a node',
      [leaf('a', { max_points_per_year: 5, max_awards_per_year: 1 }), leaf('b', { parent: 'a' })],
      ['rules.categories[0].max_awards_per_year'],
    ],
    ['three decimals', [leaf('a', { max_points: 10.125 })], ['rules.categories[0].max_points']],
    ['a cap of 0', [leaf('a', { max_points_per_year: 0 })], ['rules.categories[0].max_points_per_year']],
    ['201 nodes', Array.from({ length: 201 }, (_, index) => leaf(`c${index}`)), ['rules.categories']],
  ])('with %s is refused by its path', ([, categories, paths]) => {
    expect(pathsOf({ categories, requirements: [] })).toEqual(paths);
  });

  test('of four levels and 200 nodes is fine', () => {
    const deep = ['a', 'b', 'c', 'd'].map((code, index, all) =>
      leaf(code, { parent: all[index - 1] ?? null }),
    );
    const wide = Array.from({ length: 196 }, (_, index) => leaf(`c${index}`));
    expect(pathsOf({ categories: [...deep, ...wide], requirements: [] })).toEqual([]);
  });
});

describe('a requirement', () => {
  test.for<[string, Partial<RequirementInput>, string]>([
    ['names an unknown category', { categories: ['a', 'z'] }, 'categories[1]'],
    ['names a category twice', { categories: ['a', 'a'] }, 'categories[1]'],
    ['has three decimals', { min_points: 0.125 }, 'min_points'],
    ['asks for nothing', { min_points: 0 }, 'min_points'],
    ['has months as its period and no number', { period: 'months' }, 'months'],
    ['has a number of months and another period', { months: 12 }, 'months'],
    ['is prorated by year', { period: 'year', prorate_first: true }, 'prorate_first'],
    ['ends before it begins', { from_term: 3, to_term: 2 }, 'to_term'],
    ['names a track twice', { tracks: ['x', 'x'] }, 'tracks[1]'],
  ])('that %s is refused by its path', ([, more, path]) => {
    expect(pathsOf({ requirements: [ask({ code: 'first' }), ask(more)] })).toEqual([
      `rules.requirements[1].${path}`,
    ]);
  });

  test('with a doubled code is refused', () => {
    expect(pathsOf({ requirements: [ask(), ask()] })).toEqual(['rules.requirements[1].code']);
  });

  test('says in both languages what is wrong and how to fix it', () => {
    const [problem] = checkRules(normalizeRules(rules({ requirements: [ask({ categories: ['emd'] })] })));
    expect(problem).toEqual({
      path: 'rules.requirements[0].categories[0]',
      message_en:
        'rules.requirements[0].categories[0] names emd, which is not in rules.categories; correct the code or add the category.',
      message_es:
        'rules.requirements[0].categories[0] nombra emd, que no está en rules.categories; corrija el código o agregue la categoría.',
    });
  });
});

describe('a minimum', () => {
  const categories = [
    leaf('p', { max_points: 20 }),
    leaf('a', { parent: 'p', max_points: 15 }),
    leaf('b', { parent: 'p', max_points_per_year: 4 }),
    leaf('c', { max_points_per_year: 5 }),
    leaf('free', { max_awards_per_year: 1 }),
  ];
  // Each number is the most that these categories can count in 24 months.
  test.for<[number, Partial<RequirementInput>]>([
    [20, { categories: ['p'] }],
    [15, { categories: ['a'] }],
    [8, { categories: ['b'] }],
    [18, { categories: ['b', 'c'] }],
    [19, { categories: ['a', 'b'], period: 'year' }],
    [30, { categories: ['p', 'c'] }],
    [5, { categories: ['c'], period: 'months', months: 12 }],
    [10, { categories: ['c'], period: 'months', months: 13 }],
    [15, { categories: ['c'], period: 'months', months: 36 }],
    [20, { categories: ['c'], period: 'months', months: 48 }],
    [100_000, { categories: ['free'] }],
    [100_000, {}],
  ])('of %d is within reach, and a hundredth more is not', ([most, more]) => {
    const requirement = ask({ min_points: most, ...more });
    expect(pathsOf({ categories, requirements: [requirement] })).toEqual([]);
    const beyond = { ...requirement, min_points: most + 0.01 };
    expect(pathsOf({ categories, requirements: [beyond] })).toEqual(['rules.requirements[0].min_points']);
  });

  test('may rely on carried-in points, because no yearly cap limits these', () => {
    const carry_over = { max_points: 3, earned_within_months: 12 };
    const reach = (min_points: number) =>
      pathsOf({ categories, carry_over, requirements: [ask({ categories: ['c'], min_points })] });
    expect(reach(13)).toEqual([]);
    expect(reach(13.01)).toEqual(['rules.requirements[0].min_points']);
  });
});

test.for(['1582-10-15', '0202-01-01', '2201-01-01', '9999-12-31'])(
  'the anchor %s is a typing error',
  (anchor) => {
    expect(pathsOf({ anchor })).toEqual(['rules.anchor']);
  },
);

test.for(['1900-01-01', '2200-12-31'])('the anchor may be %s', (anchor) => {
  expect(pathsOf({ anchor })).toEqual([]);
});

test.for(['2023-02-29', '2023-13-01', '0000-01-01'])('the anchor %s is no day', (anchor) => {
  expect(pathsOf({ anchor })).toEqual(['rules.anchor']);
});

test('carry-over names known categories, each once, and real points', () => {
  const carry_over = { max_points: 0.001, earned_within_months: 12, categories: ['a', 'z', 'a'] };
  expect(pathsOf({ carry_over })).toEqual([
    'rules.carry_over.max_points',
    'rules.carry_over.categories[1]',
    'rules.carry_over.categories[2]',
  ]);
});

test('a checklist has each code and track once', () => {
  const items = [
    { code: 'x', name: 'x', tracks: ['t', 't'] },
    { code: 'x', name: 'x', tracks: [] },
  ];
  expect(checkChecklist(items).map(({ path }) => path)).toEqual([
    'checklist[1].code',
    'checklist[0].tracks[1]',
  ]);
});

describe('the schema', () => {
  const app = Fastify({
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  const send = async (body: object) =>
    (await app.inject({ method: 'POST', url: '/', payload: body })).statusCode;

  beforeAll(async () => {
    const body = { type: 'object', properties: { rules: RulesSchema, checklist: ChecklistSchema } };
    app.post<{ Body: { rules?: Static<typeof RulesSchema> } }>('/', { schema: { body } }, async (request) => {
      // The type that the schema gives must be the one that `normalizeRules` takes.
      return request.body.rules ? normalizeRules(request.body.rules) : {};
    });
    await app.ready();
  });

  test.for(RULE_SETS.map(({ id, program }) => ({ id, program })))(
    'takes $id, sparse and filled in',
    async ({ program }) => {
      const { checklist } = program;
      expect(await send({ rules: program.rules, checklist })).toBe(200);
      expect(await send({ rules: normalizeRules(program.rules), checklist })).toBe(200);
    },
  );

  test.for<[string, object]>([
    ['term_months of 0', { term_months: 0 }],
    ['term_months of 121', { term_months: 121 }],
    ['an anchor with a time', { anchor: '2020-01-01T00:00:00Z' }],
    ['a code with capitals', { categories: [leaf('A')] }],
    ['a code of 41 characters', { categories: [leaf('a'.repeat(41))] }],
    ['an unknown period', { requirements: [{ ...ask(), period: 'week' }] }],
    ['a minimum of 0', { requirements: [ask({ min_points: 0 })] }],
    ['a minimum above 100000', { requirements: [ask({ min_points: 100_000.01 })] }],
    ['an empty list of categories', { requirements: [ask({ categories: [] })] }],
    ['points as text', { requirements: [{ ...ask(), min_points: '10' }] }],
    ['negative grace_days', { grace_days: -1 }],
  ])('refuses %s', async ([, more]) => {
    expect(await send({ rules: { ...rules(), ...more } })).toBe(400);
  });
});
