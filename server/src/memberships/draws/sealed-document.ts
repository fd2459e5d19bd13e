/**
 * The document that is certified when a draw is sealed. It contains everything that decides who is drawn, except the
 * block.
 */

import { encodeHex } from '@sello/proof';
import canonicalize from 'canonicalize';
import type { Owner } from '../../kernel/owner.ts';
import { fromHundredths } from '../fields.ts';
import type { BlockRule, Draw } from './draw.ts';

const FORMAT = 'sello-draw-1';

/** The rule in words, so that the document can be understood without this program. */
const RULES = {
  commitment: 'SHA-256(32 bytes of salt || ASCII bytes of the membership id)',
  block:
    'the first final block of the chain with a number of at least from_block and a time later than the time stamp on this document',
  draw: 'sort the commitments by SHA-256(block hash || commitment), ascending, and take the first share_percent of them, rounded up, or the first count',
};

/** Writes the document as RFC 8785 JSON, so that the same facts give the same bytes. */
export function sealedDocument(
  { accountId }: Owner,
  draw: Draw,
  names: { council: string; program: string },
  { network, trust, finality, fromBlock }: BlockRule,
  commitments: readonly Uint8Array[],
): string {
  const text = canonicalize({
    format: FORMAT,
    livemode: draw.livemode,
    council: { id: accountId, name: names.council },
    number: draw.number,
    name: draw.name,
    program: { id: draw.programId, name: names.program },
    from: draw.startsOn,
    to: draw.endsOn,
    share_percent: draw.share === undefined ? null : fromHundredths(draw.share),
    count: draw.most ?? null,
    chain: { network, trust, finality, from_block: fromBlock },
    commitments: commitments.map((commitment) => encodeHex(commitment)),
    rules: RULES,
  });
  if (text === undefined) throw new Error(`${draw.id} has no document`);
  return text;
}
