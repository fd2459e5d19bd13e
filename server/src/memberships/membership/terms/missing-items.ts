/** Finds open items of the checklist, so that no list says "met" about a member who owes dues. */

import type { MembershipId, ProgramId, TermId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../operations/operation.ts';
import { readVersions } from '../../standing/pg-versions.ts';
import { readTerms } from './pg-term-rows.ts';
import { checklistOf } from './term.ts';

type Wanted = { membershipId: MembershipId; programId: ProgramId; termId: TermId };

/** Returns the names of the items that a term still needs, each once, with two statements for a whole page. */
export async function missingItems(
  tools: Pick<Tools, 'query'>,
  wanted: readonly Wanted[],
): Promise<(termId: TermId) => string[]> {
  const all = await readTerms(
    tools,
    wanted.map(({ membershipId }) => membershipId),
  );
  const byId = new Map(all.map((term) => [term.id, term]));
  const found = wanted.flatMap(({ termId, programId }) => {
    const term = byId.get(termId);
    return term === undefined ? [] : [{ term, programId }];
  });
  const versionOf = await readVersions(
    tools,
    found.map(({ term, programId }) => ({ programId, version: term.programVersion })),
  );
  const missing = new Map(
    found.map(({ term, programId }) => {
      const { checklist } = versionOf(programId, term.programVersion);
      return [term.id, undoneIn(checklistOf(checklist, term))] as const;
    }),
  );
  return (termId) => missing.get(termId) ?? [];
}

/** A yearly item that is missing for several years is named once. */
export function undoneIn(items: readonly { name: string; done: boolean }[]): string[] {
  return [...new Set(items.filter(({ done }) => !done).map(({ name }) => name))];
}
