/** Evaluates a made-up membership by the rules of a program. Nothing is stored. */

import { type Evaluation, evaluate } from '@sello/rules';
import type { Tools, Who } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { programNamed } from './find-program.ts';
import { linesOf, type Trial, termsOf } from './trial.ts';

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
