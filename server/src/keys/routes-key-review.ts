/** Asked once after a password reset: which keys to revoke. */

import { Type } from 'typebox';
import type { App } from '../http/app.ts';
import { parseId } from '../kernel/ids.ts';
import { accountOf, actorOf } from '../people/login/person.ts';
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

export function keyReviewRoutes(app: App, ports: KeyReviewPorts): void {
  app.get('/key-review', { schema: { response: { 200: ReviewSchema } } }, async (request) => {
    const keys = await keysToReview(ports, accountOf(request));
    return {
      keys: keys.map(({ key, isInDoubt }) => ({ key: toKeyRecord(key, ports.now()), in_doubt: isInDoubt })),
    };
  });

  const response = { 200: Type.Object({ revoked: Type.Integer({ description: 'How many.' }) }) };
  app.post('/key-review', { schema: { body: ReviewBody, response } }, async (request) => {
    const ids = request.body.revoke.flatMap((text) => parseId('key', text) ?? []);
    return { revoked: await endKeyReview(ports, accountOf(request), ids, actorOf(request)) };
  });
}
