/** The refusals about members, in words. */

import { externalIdTaken } from '../../http/metadata.ts';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import type { MemberId } from '../../kernel/ids.ts';

export function memberNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no member with this id in your account.',
    es: 'No hay ningún miembro con este id en su cuenta.',
  });
}

export function memberAnonymised(): AppError {
  return new AppError('member_anonymised', {
    en: 'The member was anonymised: what is kept about them does not change any more.',
    es: 'El miembro fue anonimizado: lo que se conserva de él ya no cambia.',
  });
}

export function consentMissing(): AppError {
  return new AppError('consent_missing', {
    en: '`public_profile` needs the `consent` of the member. Send it with the day, the version of the privacy notice and the channel.',
    es: '`public_profile` requiere el `consent` del miembro. Envíelo con el día, la versión del aviso de privacidad y el medio.',
  });
}

/** Fields that belong to one member of the account. */
export const UNIQUE_FIELDS = ['member_number', 'curp', 'rfc', 'professional_license', 'external_id'] as const;

export type UniqueField = (typeof UNIQUE_FIELDS)[number];

const TAKEN: Record<Exclude<UniqueField, 'external_id'>, ErrorCode> = {
  member_number: 'member_number_taken',
  curp: 'curp_taken',
  rfc: 'rfc_taken',
  professional_license: 'license_taken',
};

export function taken(field: UniqueField, holder: MemberId): AppError {
  if (field === 'external_id') return externalIdTaken(holder);
  return new AppError(TAKEN[field], {
    en: `\`${field}\` belongs to ${holder}. Correct it here or there.`,
    es: `\`${field}\` es de ${holder}. Corríjalo aquí o allá.`,
  });
}
