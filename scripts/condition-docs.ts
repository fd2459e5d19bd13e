/** The list of conditions where operators read it: a table in docs/operations.md, and alerts for Prometheus. */

import { CONDITION_NAMES, conditionOf } from '../server/src/upkeep/conditions/conditions.ts';

export function conditionTable(): string {
  const rows = CONDITION_NAMES.map((name) => {
    const { level, touches, what, mend } = conditionOf(name);
    return `| \`${name}\` | ${level} | ${touches.join(', ')} | ${what.en} | ${mend.en} |`;
  });
  return ['| condition | level | parts | what is true | what to do |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** One alert for each condition. JSON strings are YAML strings. */
export function conditionRules(): string {
  return CONDITION_NAMES.map((name) => {
    const { level, alertAfterMinutes, what, mend } = conditionOf(name);
    return `      - alert: ${alertName(name)}
        expr: sum by (job) (sello_condition{condition="${name}"}) > 0
        for: ${alertAfterMinutes}m
        labels: { severity: ${level === 'red' ? 'critical' : 'warning'}, condition: ${name} }
        annotations:
          summary: ${JSON.stringify(what.en)}
          remedy: ${JSON.stringify(mend.en)}
`;
  }).join('');
}

function alertName(name: string): string {
  const words = name.split('_').map((word) => word.slice(0, 1).toUpperCase() + word.slice(1));
  return `Sello${words.join('')}`;
}

export function withConditionTable(page: string): string {
  return between(
    page,
    '<!-- conditions: written by npm run docs -->',
    '<!-- /conditions -->',
    `${conditionTable()}\n`,
  );
}

export function withConditionRules(rules: string): string {
  return between(
    rules,
    '      # conditions: written by npm run docs',
    '      # end of conditions',
    conditionRules(),
  );
}

function between(text: string, begin: string, end: string, content: string): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the marks ${begin} and ${end} are missing`);
  return `${text.slice(0, from)}${begin}\n${content}${text.slice(to)}`;
}
