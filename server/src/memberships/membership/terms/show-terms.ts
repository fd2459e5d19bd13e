/** Terms with their evaluation, as of today or as of another day. */

import { type Evaluation, evaluateAll } from '@sello/rules';
import { parseId } from '../../../kernel/ids.ts';
import type { ListQuery } from '../../../operations/list.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { endOfDay, todayOf } from '../../calendar.ts';
import { dayOf } from '../../fields.ts';
import { type Chain, toWholeTerms } from '../../standing/chain.ts';
import { shortOf } from '../../standing/evaluation-schema.ts';
import { type AsOf, readLines } from '../../standing/pg-lines.ts';
import { readVersions, type VersionOf } from '../../standing/pg-versions.ts';
import { findMembership } from '../pg-memberships.ts';
import { membershipNotFound, termNotFound } from '../refusals.ts';
import { sightOf } from '../show-memberships.ts';
import { findTerm, listTerms } from './pg-term-rows.ts';
import { readChain } from './pg-terms.ts';
import { toTermRecord } from './term-record.ts';

export async function showTerm(tools: Pick<Tools, 'query' | 'now'>, who: Who, id: string, on?: string) {
  const termId = parseId('trm', id);
  const term = termId && (await findTerm(tools, who, termId));
  const chain = term && (await readChain(tools, term.membershipId));
  if (term === undefined || chain === undefined) throw termNotFound();
  const versionOf = await versionsOf(tools, chain, term.programVersion);
  const evaluation = (await evaluateChain(tools, who, chain, versionOf, on)).get(term.number);
  const { checklist } = versionOf(chain.programId, term.programVersion);
  return toTermRecord(term, checklist, sightOf(who), evaluation);
}

export async function showTerms(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  id: string,
  { on, ...page }: ListQuery & { on?: string },
) {
  const membershipId = parseId('mbs', id);
  const found = membershipId && (await findMembership(tools, who, membershipId));
  const chain = found && (await readChain(tools, found.id));
  if (chain === undefined) throw membershipNotFound();
  const versionOf = await versionsOf(tools, chain);
  const evaluations = await evaluateChain(tools, who, chain, versionOf, on);
  const { terms, pagination } = await listTerms(tools, who, { ...page, membership_id: chain.membershipId });
  const records = terms.map((term) => {
    const evaluation = evaluations.get(term.number);
    const { checklist } = versionOf(chain.programId, term.programVersion);
    return toTermRecord(term, checklist, sightOf(who), evaluation && shortOf(evaluation));
  });
  return { terms: records, pagination };
}

/** The evaluations of a membership's terms, by the number of the term. */
async function evaluateChain(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  chain: Chain,
  versionOf: VersionOf,
  on?: string,
): Promise<Map<number, Evaluation>> {
  const day = on === undefined ? await todayOf(tools, who, chain) : dayOf('on', on);
  const linesOf = await readLines(
    tools,
    [chain.memberId],
    on === undefined ? undefined : await asOf(tools, who, day),
  );
  const terms = toWholeTerms(chain, versionOf);
  const evaluations = evaluateAll(terms, linesOf(chain.memberId, chain.programId), day);
  return new Map(evaluations.map((evaluation) => [evaluation.term, evaluation]));
}

/**
 * What counts in an evaluation as of a day: ledger entries written by the end of that day, for awards completed by that
 * day.
 */
async function asOf(tools: Pick<Tools, 'query'>, who: Who, day: string): Promise<AsOf> {
  return { writtenBefore: await endOfDay(tools, who.accountId, day), completedBy: day };
}

/** The versions of the rules of all terms of a membership, and of a void term that is not among them. */
export function versionsOf(
  tools: Pick<Tools, 'query'>,
  { programId, terms }: Chain,
  ...others: number[]
): Promise<VersionOf> {
  const versions = [...terms.map(({ programVersion }) => programVersion), ...others];
  return readVersions(
    tools,
    versions.map((version) => ({ programId, version })),
  );
}
