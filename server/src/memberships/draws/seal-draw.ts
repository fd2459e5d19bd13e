/**
 * Seals a draw: freezes the list of candidates and gives the draw its number. The deciding block is named later by the
 * process that follows the chain (`follow-draws.ts`), because only that process knows the tip of the chain.
 */

import type { Tools, Who } from '../../operations/operation.ts';
import { note } from '../note-change.ts';
import { takeNumbers } from '../pg-numbers.ts';
import { drawToChange } from './create-draw.ts';
import { type Draw, MOST_CANDIDATES } from './draw.ts';
import { commitmentOf, SALT_BYTES } from './draw-rule.ts';
import { type Candidate, insertCandidates, readEligible } from './pg-candidates.ts';
import { findDraw, markSealing } from './pg-draws.ts';
import { assertStatus, nobodyEligible, tooManyCandidates } from './refusals.ts';

type Ports = Pick<Tools, 'query' | 'now' | 'randomBytes'>;

export async function sealDraw(tools: Ports, who: Who, named: string): Promise<Draw> {
  const draw = await drawToChange(tools, who, named);
  assertStatus(draw, ['draft'], 'sealing');
  const eligible = await readEligible(tools.query, who, draw, MOST_CANDIDATES + 1);
  if (eligible.length === 0) throw nobodyEligible();
  if (eligible.length > MOST_CANDIDATES) throw tooManyCandidates();
  const candidates = committed(tools, eligible);
  await insertCandidates(tools.query, draw.id, candidates);
  const number = await takeNumbers(tools, who, 'draw');
  const { type, id, role } = who.by;
  const by = { type, id, ...(role !== undefined && { role }) };
  await markSealing(tools, draw.id, { number, candidates: candidates.length, by, at: tools.now() });
  await note(tools, who, 'draw.seal', draw.id, { number, candidates: candidates.length });
  return (await findDraw(tools, who, draw.id)) ?? draw;
}

/** Sorted by commitment, so that a position in the list reveals nothing about the membership. */
function committed({ randomBytes }: Pick<Tools, 'randomBytes'>, eligible: readonly string[]): Candidate[] {
  const salts = randomBytes(SALT_BYTES * eligible.length);
  return eligible
    .map((membershipId, index) => {
      const salt = salts.subarray(SALT_BYTES * index, SALT_BYTES * (index + 1));
      return { membershipId, salt, commitment: commitmentOf(salt, membershipId) } as Candidate;
    })
    .sort((a, b) => Buffer.compare(a.commitment, b.commitment))
    .map((candidate, place) => ({ ...candidate, place }));
}
