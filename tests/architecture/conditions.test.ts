/** Every condition of the list appears in each place where operators look. */

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withConditionRules, withConditionTable } from '../../scripts/condition-docs.ts';
import { CONDITION_NAMES, conditionOf, PARTS } from '../../server/src/upkeep/conditions/conditions.ts';

const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), 'utf8');

test('P122 the table in docs/operations.md has all conditions', async () => {
  const page = await read('docs/operations.md');
  expect(withConditionTable(page)).toBe(page);
  for (const name of CONDITION_NAMES) expect(page).toContain(`| \`${name}\` |`);
});

test('P122 the alerts have all conditions, and yellow ones wake nobody up', async () => {
  const rules = await read('deploy/prometheus-rules.yaml');
  expect(withConditionRules(rules)).toBe(rules);
  for (const name of CONDITION_NAMES) {
    const severity = conditionOf(name).level === 'red' ? 'critical' : 'warning';
    expect(rules).toContain(`sello_condition{condition="${name}"}`);
    expect(rules).toContain(`severity: ${severity}, condition: ${name} `);
  }
});

test('each condition has texts in both languages, and names existing parts', () => {
  for (const name of CONDITION_NAMES) {
    const { what, mend, touches } = conditionOf(name);
    for (const text of [what, mend]) {
      for (const words of [text.en, text.es]) expect(words).toMatch(/^.{10,}\.$/);
      expect(text.en).not.toBe(text.es);
    }
    expect(touches.length).toBeGreaterThan(0);
    for (const part of touches) expect(PARTS).toContain(part);
  }
});

test('every part is affected by some condition, and can be queried', () => {
  const touched = new Set(CONDITION_NAMES.flatMap((name) => conditionOf(name).touches));
  expect([...touched].sort()).toEqual([...PARTS].sort());
});
