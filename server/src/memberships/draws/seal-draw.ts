/**
 * Seals a draw: freezes the list of candidates and gives the draw its number. The deciding block is named later by the
 * process that follows the chain (`follow-draws.ts`), because only that process knows the tip of the chain.
 */

import { mapInPieces } from '../../kernel/pacing/pieces.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { note } from '../note-change.ts';
import { takeNumbers } from '../pg-numbers.ts';
import { drawToChange } from './create-draw.ts';
import { type Draw, MOST_CANDIDATES, MOST_KEPT } from './draw.ts';
import { commitmentOf, SALT_BYTES } from './draw-rule.ts';
import { type Candidate, insertCandidates, readEligible } from './pg-candidates.ts';
import { countCandidates, findDraw, markSealing } from './pg-draws.ts';
import { assertStatus, nobodyEligible, tooManyCandidates, tooManyKept } from './refusals.ts';
import { sortByHash } from './sort-by-hash.ts';

type Ports = Pick<Tools, 'query' | 'now' | 'randomBytes'>;

export async function sealDraw(tools: Ports, who: Who, named: string): Promise<Draw> {
  const draw = await drawToChange(tools, who, named);
  assertStatus(draw, ['draft'], 'sealing');
  const eligible = await readEligible(tools.query, who, draw, MOST_CANDIDATES + 1);
  if (eligible.length === 0) throw nobodyEligible();
  if (eligible.length > MOST_CANDIDATES) throw tooManyCandidates();
  await assertRoomForCandidates(tools, who, eligible.length);
  const candidates = await committed(tools, eligible);
  await insertCandidates(tools.query, draw.id, candidates);
  const number = await takeNumbers(tools, who, 'draw');
  const { type, id, role } = who.by;
  const by = { type, id, ...(role !== undefined && { role }) };
  await markSealing(tools, draw.id, { number, candidates: candidates.length, by, at: tools.now() });
  await note(tools, who, 'draw.seal', draw.id, { number, candidates: candidates.length });
  return (await findDraw(tools, who, draw.id)) ?? draw;
}

/** Sorted by commitment, so that a position in the list reveals nothing about the membership. */
async function committed(
  { randomBytes }: Pick<Tools, 'randomBytes'>,
  eligible: readonly string[],
): Promise<Candidate[]> {
  const salts = randomBytes(SALT_BYTES * eligible.length);
  const made = await mapInPieces(eligible, (membershipId, index) => {
    const salt = salts.subarray(SALT_BYTES * index, SALT_BYTES * (index + 1));
    return { membershipId, salt, commitment: commitmentOf(salt, membershipId) } as Candidate;
  });
  const sorted = await sortByHash(made, ({ commitment }) => commitment);
  return mapInPieces(sorted, (candidate, place) => ({ ...candidate, place }));
}

/**
 * Limits the candidates in all sealed draws, because each sealed list is kept for good, at some 200 bytes per
 * candidate.
 */
async function assertRoomForCandidates(
  { query }: Pick<Tools, 'query'>,
  who: Who,
  more: number,
): Promise<void> {
  const most = who.livemode ? MOST_KEPT.live : MOST_KEPT.test;
  if ((await countCandidates(query, who)) + more > most) throw tooManyKept(most);
}
