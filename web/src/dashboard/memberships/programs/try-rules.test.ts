import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { draftOf, problemsOf } from './program-draft.ts';
import type { Template } from './templates.ts';
import { exampleFor, tryExample } from './try-rules.ts';

const file = new URL('../../../../../rules/rule-sets.json', import.meta.url);
const { rule_sets: templates } = JSON.parse(readFileSync(file, 'utf8')) as { rule_sets: Template[] };

test('there are nineteen templates, and each names where its rules were read', () => {
  expect(templates).toHaveLength(19);
  for (const { sources } of templates) expect(sources.length).toBeGreaterThan(0);
});

test.each(templates.map((template) => [template.id, template] as const))(
  '%s is sound, and its example can be counted',
  (_, { program }) => {
    const draft = draftOf(program);
    expect(problemsOf(draft, 'es')).toEqual({});
    const evaluation = tryExample(draft, exampleFor(draft, '2026-06-01'), '2026-06-01');
    expect(evaluation?.earned).toBeGreaterThan(0);
  },
);

test('half-typed values are ignored and do not fail', () => {
  const [first] = templates;
  if (first === undefined) throw new Error('no template');
  const draft = draftOf(first.program);
  const example = exampleFor(draft, '2026-06-01');
  expect(tryExample(draft, { ...example, startsOn: '2026-0' }, '2026-06-01')).toBeUndefined();
  const half = [{ completed_on: '', category: 'x', points: Number.NaN }];
  expect(tryExample(draft, { ...example, awards: half }, '2026-06-01')?.earned).toBe(0);
});
