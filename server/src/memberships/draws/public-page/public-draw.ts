/**
 * The public view of a sealed draw: everything that is needed to repeat the draw, and nothing that reveals who was
 * drawn.
 */

import { encodeHex } from '@sello/proof';
import { type Static, Type } from 'typebox';
import { verificationUrl } from '../../../certificates/certificate.ts';
import type { Query } from '../../../database/pool.ts';
import * as read from '../../../database/row-reader.ts';
import { nullable, oneOf } from '../../../http/schema.ts';
import type { DrawId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { fromHundredths } from '../../fields.ts';
import { DRAW_STATUSES, type Draw, OutcomesSchema } from '../draw.ts';
import { publicUrl } from '../draw-record.ts';
import { namesOfDraw } from '../pg-follow-draws.ts';

const Hex = Type.String({ description: 'Hexadecimal.' });

export const PublicDrawSchema = Type.Object({
  object: Type.Literal('public_draw'),
  livemode: Type.Boolean(),
  council: Type.Object({ id: Type.String(), name: Type.String() }),
  number: Type.Integer(),
  name: Type.String(),
  program: Type.String(),
  from: Type.String(),
  to: Type.String(),
  share_percent: nullable(Type.Number()),
  count: nullable(Type.Integer()),
  status: oneOf(DRAW_STATUSES),
  candidates: Type.Integer(),
  sealed_document: nullable(Type.Object({ url: Type.String(), sha256: Hex })),
  certificate: nullable(Type.Object({ url: Type.String(), stamped_at: Type.String() })),
  chain: nullable(
    Type.Object({
      network: Type.String(),
      trust: Type.String(),
      finality: Type.String(),
      from_block: Type.Integer(),
    }),
  ),
  block: nullable(
    Type.Object({
      number: Type.Integer(),
      hash: Hex,
      time: Type.String({ format: 'date-time' }),
      header: nullable(Type.String({ description: 'RLP in hexadecimal; its Keccak-256 is the hash.' })),
      previous_header: nullable(
        Type.String({
          description:
            "The header of the previous block, which is too early to decide. Null if the deciding block's number alone shows that it is the first.",
        }),
      ),
      not_shown: nullable(Type.String({ description: 'Why `header` is null.' })),
    }),
  ),
  drawn: nullable(
    Type.Array(Hex, { description: 'The commitments that were drawn, in the order of the draw.' }),
  ),
  outcomes: nullable(OutcomesSchema),
  cancelled: nullable(Type.Object({ at: Type.String({ format: 'date-time' }), reason: Type.String() })),
  public_url: Type.String(),
});

export type PublicDraw = Static<typeof PublicDrawSchema>;

export async function toPublicDraw(
  query: Query,
  owner: Owner,
  council: string,
  draw: Draw,
  baseUrl: string,
): Promise<PublicDraw> {
  const { number, certificateId, code, stampedAt, blockRule, cancellation, documentSha256, share } = draw;
  const url = publicUrl(owner, draw, baseUrl);
  if (number === undefined || url === undefined) throw new Error(`${draw.id} is not sealed`);
  const isCertified = certificateId !== undefined && code !== undefined && stampedAt !== undefined;
  return {
    object: 'public_draw',
    livemode: draw.livemode,
    council: { id: owner.accountId, name: council },
    number,
    name: draw.name,
    ...(await namesOfDraw(query, draw)),
    from: draw.startsOn,
    to: draw.endsOn,
    share_percent: share === undefined ? null : fromHundredths(share),
    count: draw.most ?? null,
    status: draw.status,
    candidates: draw.candidates ?? 0,
    sealed_document:
      documentSha256 === undefined ? null : { url: `${url}/sealed.json`, sha256: documentSha256 },
    certificate: isCertified ? { url: verificationUrl(baseUrl, { code }), stamped_at: stampedAt } : null,
    chain: blockRule
      ? {
          network: blockRule.network,
          trust: blockRule.trust,
          finality: blockRule.finality,
          from_block: blockRule.fromBlock,
        }
      : null,
    block: blockPart(draw),
    drawn: draw.drawnAt === undefined ? null : await drawnCommitments(query, draw.id),
    outcomes: draw.drawnAt === undefined ? null : draw.outcomes,
    cancelled: cancellation ? { at: cancellation.at.toISOString(), reason: cancellation.reason } : null,
    public_url: url,
  };
}

function blockPart({ block }: Draw): PublicDraw['block'] {
  if (block === undefined) return null;
  const { number, hash, time, header, previous, notShown } = block;
  return {
    number,
    hash: encodeHex(hash),
    time: time.toISOString(),
    header: header === undefined ? null : encodeHex(header),
    previous_header: previous === undefined ? null : encodeHex(previous),
    not_shown: notShown ?? null,
  };
}

async function drawnCommitments(query: Query, drawId: DrawId): Promise<string[]> {
  const rows = await query(
    `select c.commitment from reviews r join draw_candidates c on c.draw_id = r.draw_id and c.place = r.place
      where r.draw_id = $1 order by r.rank`,
    [drawId],
    'drawn-commitments',
  );
  return rows.map((row) => encodeHex(read.bytes(row, 'commitment')));
}
