/**
 * Finds every regular expression of the sources, and measures how its running time grows with the length of a hostile
 * text.
 */

import { parseSync } from 'rolldown/utils';

type Found = { file: string; pattern: string; flags: string };

export function expressionsIn(file: string, text: string): Found[] {
  const found: Found[] = [];
  visit(parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).program, (node) => {
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (node.type === 'Literal' && regex !== undefined) found.push({ file, ...regex });
  });
  return found;
}

function visit(value: unknown, see: (node: { type: string }) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') see(value as { type: string });
  for (const child of Object.values(value)) visit(child, see);
}

/** A character that each part of the pattern may match. */
const SAMPLES: Record<string, string> = {
  d: '1',
  w: 'a',
  s: ' ',
  S: 'a',
  W: ' ',
  D: 'a',
  n: '\n',
  t: '\t',
  r: '\r',
};

/**
 * Texts of `n` repetitions of each character and pair that the pattern names. Each text begins as the pattern does, and
 * ends so that the match fails.
 */
export function* hurting({ pattern }: Pick<Found, 'pattern'>): Generator<(n: number) => string> {
  const chars = [
    ...pattern.matchAll(/\\(?:u\{?[0-9a-fA-F]+\}?|x[0-9a-fA-F]{2}|p\{\w+\}|.)|[^\\()[\]{}*+?|^$]/gs),
  ].map(([one]) => (one.startsWith('\\') ? (SAMPLES[one[1] ?? ''] ?? one.slice(-1)) : one));
  const singles = [...new Set(chars)].slice(0, 24);
  const pumps = new Set([
    ...singles,
    ...chars.slice(1, 24).map((char, i) => (chars[i] ?? '') + char),
    'ab',
    ' a',
  ]);
  const literal = chars.slice(0, 3).join('');
  for (const pump of pumps)
    for (const before of ['', literal.slice(0, 1), literal])
      for (const after of ['\u0000', '']) yield (n) => before + pump.repeat(n) + after;
}

/** The shortest of `times` measurements, in milliseconds. */
function cost(expression: RegExp, text: string, times: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < times; i += 1) {
    const began = performance.now();
    expression.lastIndex = 0;
    if (expression.global) text.replace(expression, '');
    else expression.test(text);
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

/** Expressions that take less time are not examined; a linear one takes a tenth of it. */
const NOTICED_MS = 4;

/**
 * Undefined if the expression takes linear time; otherwise a text of which 8,000 repetitions take more than 12 times as
 * long as 1,000.
 */
export function findHurting(one: Found): string | undefined {
  const expression = new RegExp(one.pattern, one.flags);
  for (const textOf of hurting(one)) {
    // Exponential growth is noticed with short texts, before a long one is tried.
    for (const n of [14, 18, 22, 26])
      if (cost(expression, textOf(n), 1) > 2 * NOTICED_MS && cost(expression, textOf(n), 3) > NOTICED_MS)
        return textOf(4);
    if (cost(expression, textOf(8_000), 1) < NOTICED_MS) continue;
    if (isSteep(expression, textOf)) return textOf(4);
  }
  return undefined;
}

/**
 * An expression that is not linear looks steep in every round; a linear one only while another program has the
 * processor.
 */
const ROUNDS = 6;

function isSteep(expression: RegExp, textOf: (n: number) => string): boolean {
  return Array.from({ length: ROUNDS }).every(() => {
    const long = cost(expression, textOf(8_000), 3);
    return long > NOTICED_MS && long > 12 * cost(expression, textOf(1_000), 5);
  });
}
