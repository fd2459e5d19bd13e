/** A membership and awards that exist only in one request, to try out rules. */

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
import { nullable } from '../../http/schema.ts';
import { invalidField } from '../../http/text-rules.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { Day, dayOf, hundredthsOf, Points } from '../fields.ts';
import { assertAnchor } from './anchor.ts';
import { EXAMPLE_TRIAL } from './example-program.ts';
import { programNamed } from './find-program.ts';
import type { Program } from './program.ts';
import { assertExtensions, assertRestarts, doneOf, waiversOf } from './trial-membership.ts';

/** The most awards of a trial. They are enough for a whole career, and more would only keep the processor busy. */
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
      anchor: optional(
        nullable({
          ...Day,
          description: 'The anchor of the membership itself, if the rules have the anchor `membership`.',
        }),
      ),
      restarts: optional(
        Type.Record(Type.String({ pattern: TermNumber }), Day, {
          additionalProperties: false,
          description: 'For each number of a term: its first day, if it follows a lapse.',
        }),
      ),
      checklist: optional(
        Type.Record(
          Type.String({ pattern: TermNumber }),
          Type.Array(
            Type.Object({
              code: Code,
              year: optional(nullable(Type.Integer({ minimum: 1, maximum: 20 }))),
              done_on: Day,
            }),
            { maxItems: 1_000 },
          ),
          {
            additionalProperties: false,
            description: 'For each number of a term: what is done of its checklist.',
          },
        ),
      ),
      extended_until: optional(
        Type.Record(Type.String({ pattern: TermNumber }), Day, {
          additionalProperties: false,
          description: 'By the number of the term.',
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
            description:
              'For each number of a term and code of a requirement: the minimum that replaces the usual one.',
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
          description: 'Points in a category that the rules do not have count as zero (`not_in_version`).',
        },
        points: Points,
      }),
      { maxItems: MOST_AWARDS, description: 'List an award twice if it has two lines.' },
    ),
    term: Type.Integer({ minimum: 1, description: 'The number of the term to evaluate.' }),
    reinstate_on: optional({
      ...Day,
      description:
        'For a term that has lapsed by this day, also says whether it can be renewed from this day.',
    }),
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

/** Evaluates the trial by the rules of a program. Nothing is stored. */
export async function tryRules(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  named: string,
  trial: Trial,
): Promise<Evaluation> {
  const program = await programNamed(tools, who, named, trial.version);
  const terms = termsOf(program, trial);
  const on = trial.reinstate_on === undefined ? undefined : dayOf('reinstate_on', trial.reinstate_on);
  return evaluate(terms, linesOf(trial), trial.term, await todayOf(tools, who), on);
}

/** The terms up to the requested one, each starting the day after the previous one. */
function termsOf({ rules, version, checklist }: Program, { membership, term }: Trial): Term[] {
  const first = membership.first_term_number ?? 1;
  assertTerm(rules, first, term);
  assertAnchor(rules, membership.anchor);
  const terms = termChain({
    rules,
    program_version: version,
    upTo: term,
    first_term_number: first,
    starts_on: dayOf('membership.starts_on', membership.starts_on),
    tracks: membership.tracks ?? [],
    extended_until: daysByTerm('extended_until', membership.extended_until),
    waivers: waiversOf(membership, rules),
    anchor: membership.anchor ? dayOf('membership.anchor', membership.anchor) : null,
    restarts: daysByTerm('restarts', membership.restarts),
    checklist,
    done: doneOf(membership, checklist),
  });
  assertRestarts(terms, membership.restarts ?? {});
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

function daysByTerm(field: string, days: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(days ?? {}).map(([number, day]) => [number, dayOf(`membership.${field}.${number}`, day)]),
  );
}
