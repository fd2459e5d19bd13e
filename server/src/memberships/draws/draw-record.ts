/** A draw as the API returns it. */

import { encodeHex } from '@sello/proof';
import type { Static } from 'typebox';
import { verificationUrl } from '../../certificates/certificate.ts';
import type { Owner } from '../../kernel/owner.ts';
import { fromHundredths } from '../fields.ts';
import type { Draw, DrawSchema } from './draw.ts';

export function toDrawRecord(
  owner: Pick<Owner, 'accountId'>,
  draw: Draw,
  baseUrl: string,
): Static<typeof DrawSchema> {
  const { share, cancellation } = draw;
  return {
    id: draw.id,
    object: 'draw',
    livemode: draw.livemode,
    program_id: draw.programId,
    number: draw.number ?? null,
    name: draw.name,
    share_percent: share === undefined ? null : fromHundredths(share),
    count: draw.most ?? null,
    from: draw.startsOn,
    to: draw.endsOn,
    evidence_days: draw.evidenceDays,
    instructions: draw.instructions ?? null,
    status: draw.status,
    waiting_for: draw.failure ?? null,
    candidates: draw.candidates ?? null,
    seal: sealOf(draw, baseUrl),
    block: blockOf(draw),
    drawn_at: draw.drawnAt?.toISOString() ?? null,
    due_on: draw.dueOn ?? null,
    reviews: draw.drawnAt === undefined ? null : draw.outcomes,
    cancellation:
      cancellation === undefined
        ? null
        : { by: cancellation.by, at: cancellation.at.toISOString(), reason: cancellation.reason },
    public_url: publicUrl(owner, draw, baseUrl) ?? null,
    created_at: draw.createdAt.toISOString(),
    updated_at: draw.updatedAt.toISOString(),
  };
}

/**
 * The public page of a draw. Draws of test mode have such pages too, under numbers of their own. Undefined until the
 * draw has a number.
 */
export function publicUrl(
  { accountId }: Pick<Owner, 'accountId'>,
  { number, livemode }: Pick<Draw, 'number' | 'livemode'>,
  baseUrl: string,
): string | undefined {
  return number === undefined ? undefined : `${baseUrl}/draws/${accountId}/${livemode ? '' : 't'}${number}`;
}

function sealOf(draw: Draw, baseUrl: string) {
  const { blockRule, documentSha256, certificateId, code, stampedAt } = draw;
  if (blockRule === undefined || documentSha256 === undefined) return null;
  const { network, trust, finality, fromBlock } = blockRule;
  return {
    sha256: documentSha256,
    certificate_id: certificateId ?? null,
    qr_verification_url:
      certificateId === undefined || code === undefined ? null : verificationUrl(baseUrl, { code }),
    stamped_at: stampedAt ?? null,
    network,
    trust,
    finality,
    from_block: fromBlock,
  };
}

function blockOf({ block }: Draw) {
  if (block === undefined) return null;
  return { number: block.number, hash: encodeHex(block.hash), time: block.time.toISOString() };
}
