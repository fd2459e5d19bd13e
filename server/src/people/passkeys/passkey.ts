/** A passkey as its owner sees it, and the rules for having one. */

import { type Static, Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import { AppError } from '../../kernel/errors.ts';
import { firstAccountOf, type PersonId } from '../../kernel/ids.ts';
import type { Passkey } from './ports.ts';

export const MAX_PASSKEYS = 20;

export const PasskeyName = Type.String({ minLength: 1, maxLength: 60 });

export const PasskeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
    last_used_at: nullable(Type.String({ format: 'date-time' })),
    backed_up: Type.Boolean({ description: 'Whether other devices of the owner have it too.' }),
  },
  { title: 'Passkey' },
);

export function toPasskeyRecord(passkey: Passkey): Static<typeof PasskeySchema> {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
    backed_up: passkey.isBackedUp,
  };
}

/** The user handle that authenticators keep with a passkey: nothing that tells who the person is (WebAuthn §14.6.1). */
export function userHandleOf(personId: PersonId): string {
  return Buffer.from(firstAccountOf(personId)).toString('base64url');
}

export function tooManyPasskeys(): AppError {
  return new AppError('too_many_passkeys', {
    en: `There are already ${MAX_PASSKEYS} passkeys. Remove one first.`,
    es: `Ya hay ${MAX_PASSKEYS} llaves de acceso. Quite una primero.`,
  });
}

export function unknownPasskey(): AppError {
  return new AppError('not_found', {
    en: 'You have no passkey with this id.',
    es: 'Usted no tiene ninguna llave de acceso con este id.',
  });
}
