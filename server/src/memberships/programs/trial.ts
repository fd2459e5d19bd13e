/** A membership and awards that exist only in one request, for trying rules. */

import {
  type AwardLine,
  type Evaluation,
  evaluate,
  MOST_POINTS,
  type Rules,
  type Term,
  termChain,
} from '@sello/rules';
import { type Static, Type } from 'typebox';
import { invalidField } from '../../http/text-rules.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { Day, dayOf, hundredthsOf, Points } from '../fields.ts';
import { addMonthsTo, MOST_EXTENSION_MONTHS } from '../standing/days.ts';
import { EXAMPLE_TRIAL } from './example-program.ts';
import { programNamed } from './find-program.ts';
import type { Program } from './program.ts';

/** Enough for a whole career; more would only keep the processor busy. */
const MOST_AWARDS = 2_000;
const MOST_TERMS = 60;
const MOST_MONTHS = 1_200;

const optional = Type.Optional;
const TermNumber = '^[1-9][0-9]{0,2}$';
const Code = Type.String({ minLength: 1, maxLength: 40 });

export const Trial = Type.Object(
  {
    membership: Type.Object({
      starts_on: { ...Day, description: 'The first day of its first term.' },
      first_term_number: optional(
        Type.Integer({ minimum: 1, maximum: 999, default: 1, description: 'The number of its first term.' }),
      ),
      tracks: optional(Type.Array(Code, { maxItems: 50 })),
      extended_until: optional(
        Type.Record(Type.String({ pattern: TermNumber }), Day, {
          additionalProperties: false,
          description: 'By number of the term.',
        }),
      ),
      waivers: optional(
        Type.Record(
          Type.String({ pattern: TermNumber }),
          Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: MOST_POINTS }), {
            maxProperties: 100,
          }),
          {
            additionalProperties: false,
            description: 'By number of the term and code of the requirement: another minimum.',
          },
        ),
      ),
    }),
    awards: Type.Array(
      Type.Object({
        id: optional(
          Type.String({ minLength: 1, maxLength: 100, description: 'Defaults to its index in the list.' }),
        ),
        completed_on: Day,
        category: {
          ...Code,
          description: 'A category that the rules do not have counts nothing (`not_in_version`).',
        },
        points: Points,
      }),
      { maxItems: MOST_AWARDS, description: 'List an award with two lines twice.' },
    ),
    term: Type.Integer({ minimum: 1, maximum: 999, description: 'The number of the term to evaluate.' }),
    version: optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'The version of the rules; defaults to the newest.',
      }),
    ),
  },
  { examples: [EXAMPLE_TRIAL] },
);

export type Trial = Static<typeof Trial>;

/** Evaluates it by the rules of a program. Nothing is stored. */
export async function tryRules(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  named: string,
  trial: Trial,
): Promise<Evaluation> {
  const program = await programNamed(tools, who, named, trial.version);
  const terms = termsOf(program, trial);
  return evaluate(terms, linesOf(trial), trial.term, await todayOf(tools, who.accountId));
}

/** The terms up to the requested one, each starting the day after the previous one. */
function termsOf({ rules, version }: Program, { membership, term }: Trial): Term[] {
  const first = membership.first_term_number ?? 1;
  assertTerm(rules, first, term);
  const terms = termChain({
    rules,
    program_version: version,
    upTo: term,
    first_term_number: first,
    starts_on: dayOf('membership.starts_on', membership.starts_on),
    tracks: membership.tracks ?? [],
    extended_until: extensionsOf(membership),
    waivers: waiversOf(membership, new Set(rules.requirements.map(({ code }) => code))),
  });
  assertExtensions(terms);
  return terms;
}

function linesOf({ awards }: Trial): AwardLine[] {
  return awards.map(({ id, completed_on, category, points }, index) => {
    hundredthsOf(`awards[${index}].points`, points);
    const day = dayOf(`awards[${index}].completed_on`, completed_on);
    return { id: id ?? String(index + 1), completed_on: day, category, points };
  });
}

function assertTerm({ term_months }: Rules, first: number, term: number): void {
  const last = first + Math.min(MOST_TERMS, Math.floor(MOST_MONTHS / term_months)) - 1;
  if (term >= first && term <= last) return;
  throw invalidField(
    '`term`',
    `must lie between ${first} (\`membership.first_term_number\`) and ${last}: a trial has at most ${MOST_TERMS} terms and 100 years.`,
    `debe estar entre ${first} (\`membership.first_term_number\`) y ${last}: una prueba tiene como máximo ${MOST_TERMS} periodos y 100 años.`,
  );
}

function extensionsOf({ extended_until }: Trial['membership']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(extended_until ?? {}).map(([number, day]) => [
      number,
      dayOf(`membership.extended_until.${number}`, day),
    ]),
  );
}

/** As far as a term of a real membership may be extended. */
function assertExtensions(terms: readonly Term[]): void {
  for (const { number, ends_on, extended_until } of terms) {
    const latest = addMonthsTo(ends_on, MOST_EXTENSION_MONTHS);
    if (extended_until === null || extended_until <= latest) continue;
    throw invalidField(
      `\`membership.extended_until.${number}\``,
      `must be at most ${MOST_EXTENSION_MONTHS} months after the end of the term: ${latest}.`,
      `debe ser a lo más ${MOST_EXTENSION_MONTHS} meses después del fin del periodo: ${latest}.`,
    );
  }
}

/** A waiver of an unknown requirement would silently change nothing. */
function waiversOf({ waivers }: Trial['membership'], known: ReadonlySet<string>) {
  for (const [number, minima] of Object.entries(waivers ?? {})) {
    for (const [code, points] of Object.entries(minima)) {
      const field = `membership.waivers.${number}.${code}`;
      hundredthsOf(field, points);
      if (known.has(code)) continue;
      throw invalidField(
        `\`${field}\``,
        'names a requirement that the rules lack; correct the code.',
        'nombra un requisito que las reglas no tienen; corrija el código.',
      );
    }
  }
  return waivers ?? {};
}
