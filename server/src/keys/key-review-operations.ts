/** Asks a person, once after a password reset, which keys to revoke. */

import { Type } from 'typebox';
import { parseId } from '../kernel/ids.ts';
import { type Operation, operationsWith } from '../operations/operation.ts';
import type { LoggedIn } from '../people/login/person.ts';
import { KeySchema, toKeyRecord } from './key-record.ts';
import { endKeyReview, type KeyReviewPorts, keysToReview } from './review-keys.ts';

const ReviewSchema = Type.Object({
  keys: Type.Array(
    Type.Object({
      key: KeySchema,
      in_doubt: Type.Boolean({ description: 'Made since the last proven login before the reset.' }),
    }),
  ),
});

const ReviewBody = Type.Object({ revoke: Type.Array(Type.String({ maxLength: 50 }), { maxItems: 1_000 }) });

const ReviewedSchema = Type.Object({ revoked: Type.Integer({ description: 'How many.' }) });

const { acting } = operationsWith<KeyReviewPorts, LoggedIn>();

export const KEY_REVIEW_OPERATIONS: readonly Operation<KeyReviewPorts, LoggedIn>[] = [
  acting({
    method: 'GET',
    path: '/key-review',
    operationId: 'getKeyReview',
    scope: 'keys:write',
    tag: 'Keys',
    summary: 'List the keys to review after a password reset',
    answers: { 200: ReviewSchema },
    refusals: [],
    async act(ports, { who }) {
      const keys = await keysToReview(ports, who.account, who.visit.person);
      const records = keys.map(({ key, isInDoubt }) => ({
        key: toKeyRecord(key, ports.now()),
        in_doubt: isInDoubt,
      }));
      return { status: 200, body: { keys: records } };
    },
  }),
  acting({
    method: 'POST',
    path: '/key-review',
    operationId: 'endKeyReview',
    evenSuspended: true,
    scope: 'keys:write',
    tag: 'Keys',
    summary: 'Revoke keys after a password reset',
    body: ReviewBody,
    answers: { 200: ReviewedSchema },
    refusals: [],
    async act(ports, { who, body }) {
      const ids = body.revoke.flatMap((text) => parseId('key', text) ?? []);
      const revoked = await endKeyReview(ports, who.account, who.visit.person, ids, who.by);
      return { status: 200, body: { revoked } };
    },
  }),
];
