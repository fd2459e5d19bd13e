/**
 * The draws that a member sees: those in which the member was a candidate. They show the salt of the member's
 * commitment, and the member's reviews.
 */

import { encodeHex } from '@sello/proof';
import { type Static, Type } from 'typebox';
import { bytes, id, number, oneOf as oneOfColumn, optionalText, text } from '../../database/row-reader.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import type { MemberId, ReviewId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { readFileNames } from '../pg-own-certificates.ts';
import { DRAW_STATUSES } from './draw.ts';
import { publicUrl } from './draw-record.ts';
import { findReviews } from './pg-reviews.ts';
import { MOST_FILES, REVIEW_STATUSES, type Review } from './review.ts';

export const MyDrawSchema = Type.Object(
  {
    number: Type.Integer(),
    name: Type.String(),
    program: Type.String(),
    from: Type.String(),
    to: Type.String(),
    status: oneOf(DRAW_STATUSES),
    public_url: Type.String(),
    membership_id: Type.String(),
    salt: Type.String({
      description:
        'SHA-256 of the salt followed by `membership_id` is `commitment`, which is in the sealed list.',
    }),
    commitment: Type.String(),
    review: nullable(
      Type.Object(
        {
          id: Type.String(),
          status: oneOf(REVIEW_STATUSES),
          due_on: Type.String(),
          instructions: nullable(Type.String()),
          evidence: Type.Array(
            Type.Object({
              file_name: Type.String(),
              note: nullable(Type.String()),
              sent_at: Type.String({ format: 'date-time' }),
            }),
            { description: 'What the member sent, oldest first.' },
          ),
          most_files: Type.Integer({ description: 'How many files a review takes.' }),
          reason: nullable(Type.String({ description: 'Of the decision.' })),
        },
        { description: 'Null if the member was not drawn.' },
      ),
    ),
  },
  { title: 'MyDraw' },
);

type MyDraw = Static<typeof MyDrawSchema>;

/** The newest twenty are returned. */
export async function listOwnDraws(
  { query }: Pick<Tools, 'query'>,
  owner: Owner,
  memberId: MemberId,
  baseUrl: string,
): Promise<MyDraw[]> {
  const rows = await query(
    `select d.number, d.name, g.name as program, d.starts_on, d.ends_on, d.status, d.instructions, c.membership_id, c.salt,
            c.commitment, r.id as review_id
       from memberships s join draw_candidates c on c.membership_id = s.id
       join draws d on d.id = c.draw_id join programs g on g.id = d.program_id
       left join reviews r on r.draw_id = c.draw_id and r.membership_id = c.membership_id
      where s.member_id = $1 order by d.number desc limit 20`,
    [memberId],
    'own-draws',
  );
  const ids = rows.flatMap((row) => (row.review_id === null ? [] : [id('rvw', row, 'review_id')]));
  const found = await findReviews(query, owner, ids);
  const reviews = new Map(found.map((review) => [review.id, review]));
  const files = found.flatMap(({ evidence }) => evidence.map(({ certificateId }) => certificateId));
  const names = await readFileNames({ query }, owner, files);
  return rows.map((row) => ({
    number: number(row, 'number'),
    name: text(row, 'name'),
    program: text(row, 'program'),
    from: text(row, 'starts_on'),
    to: text(row, 'ends_on'),
    status: oneOfColumn(row, 'status', DRAW_STATUSES),
    public_url: publicUrl(owner, { number: number(row, 'number'), livemode: owner.livemode }, baseUrl) ?? '',
    membership_id: text(row, 'membership_id'),
    salt: encodeHex(bytes(row, 'salt')),
    commitment: encodeHex(bytes(row, 'commitment')),
    review: reviewPart(
      reviews.get(optionalText(row, 'review_id') as ReviewId),
      optionalText(row, 'instructions'),
      names,
    ),
  }));
}

function reviewPart(
  review: Review | undefined,
  instructions: string | undefined,
  names: ReadonlyMap<string, string>,
): MyDraw['review'] {
  if (review === undefined) return null;
  return {
    id: review.id,
    status: review.status,
    due_on: review.dueOn,
    instructions: instructions ?? null,
    evidence: review.evidence.map(({ certificateId, note, sentAt }) => ({
      file_name: names.get(certificateId) ?? '',
      note: note ?? null,
      sent_at: sentAt.toISOString(),
    })),
    most_files: MOST_FILES,
    reason: review.decision?.reason ?? null,
  };
}
