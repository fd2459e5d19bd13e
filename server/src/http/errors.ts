/** The only table from codes to statuses, and the only code that turns errors into answers. */

import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import { AppError, type ErrorCode, type MembershipCode, type Text } from '../kernel/errors.ts';
import { invalidShape } from './invalid-shape.ts';
import { preferredLanguage } from './language.ts';

const MEMBERSHIP_STATUS: Record<MembershipCode, number> = {
  member_number_taken: 409,
  curp_taken: 409,
  rfc_taken: 409,
  license_taken: 409,
  external_id_taken: 409,
  folio_taken: 409,
  membership_exists: 409,
  member_in_use: 409,
  import_in_use: 409,
  invalid_transition: 409,
  already_awarded: 409,
  course_not_accredited: 409,
  course_has_awards: 409,
  category_in_use: 409,
  program_in_use: 409,
  program_not_active: 409,
  version_conflict: 409,
  course_full: 409,
  renewal_open: 409,
  term_decided: 409,
  member_anonymised: 409,
  diploma_not_ready: 409,
  badge_needs_https: 409,
  roster_too_large: 413,
  invalid_curp: 422,
  invalid_rfc: 422,
  invalid_rules: 422,
  anchor_missing: 422,
  unknown_category: 422,
  no_membership: 422,
  member_not_found: 422,
  member_ambiguous: 422,
  points_exceed_course: 422,
  completed_on_out_of_range: 422,
  claim_closed: 422,
  requirements_not_met: 422,
  renewal_not_open: 422,
  renewal_not_eligible: 422,
  consent_missing: 422,
  consent_by_link: 403,
  four_eyes: 403,
  own_entrance_needed: 403,
  too_many_watches: 409,
  too_many_clocks: 409,
  clock_full: 409,
  clock_advancing: 409,
};

export const STATUS: Record<ErrorCode, number> = {
  ...MEMBERSHIP_STATUS,
  bad_request: 400,
  malformed_json: 400,
  malformed_multipart: 400,
  unauthorized: 401,
  second_factor_required: 401,
  invalid_second_factor: 401,
  invalid_api_key: 401,
  api_key_revoked: 401,
  api_key_expired: 401,
  allowance_exhausted: 402,
  storage_full: 402,
  insufficient_scope: 403,
  insufficient_role: 403,
  account_suspended: 403,
  proof_required: 403,
  allowance_request_open: 409,
  too_many_accounts: 403,
  wrong_person: 403,
  invalid_signature: 403,
  url_expired: 403,
  forbidden_origin: 403,
  signup_closed: 403,
  mail_not_configured: 403,
  sso_off: 404,
  sso_only: 403,
  sso_refused: 403,
  sso_join_needed: 409,
  wrong_password: 403,
  email_unproven: 403,
  test_mode_only: 403,
  passkeys_unavailable: 403,
  not_found: 404,
  file_not_stored: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  email_taken: 409,
  too_many_passkeys: 409,
  too_many_keys: 409,
  too_many_invitations: 409,
  last_owner: 409,
  needs_second_approver: 409,
  too_many_webhooks: 409,
  webhook_disabled: 409,
  proof_not_ready: 409,
  legal_hold: 409,
  evidence_known: 409,
  idempotency_in_progress: 409,
  gone: 410,
  file_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  validation_failed: 422,
  account_required: 422,
  invalid_base64: 422,
  invalid_hash: 422,
  empty_file: 422,
  digest_mismatch: 422,
  invalid_token: 422,
  evidence_invalid: 422,
  pdf_cannot_be_sealed: 422,
  invalid_passkey: 422,
  idempotency_key_reused: 422,
  rate_limit_exceeded: 429,
  quota_exceeded: 429,
  headers_too_large: 431,
  internal_error: 500,
  psc_error: 502,
  psc_timeout: 502,
  psc_unavailable: 502,
  storage_unavailable: 503,
  sso_unavailable: 503,
  overloaded: 503,
};

/**
 * Codes for outages: such a call does not count against the key's rate and quota. Every other code counts, even
 * `internal_error`: otherwise a caller who can cause one could call without limit.
 */
const OUTAGES: readonly ErrorCode[] = [
  'psc_error',
  'psc_timeout',
  'psc_unavailable',
  'storage_unavailable',
  'overloaded',
];

export function isOutage(code: ErrorCode): boolean {
  return OUTAGES.includes(code);
}

type ErrorAnswer = {
  status: number;
  headers: Record<string, string>;
  body: { error: ErrorCode; message: string };
};

export function toAnswer(error: AppError, acceptLanguage: string | undefined): ErrorAnswer {
  const language = preferredLanguage(acceptLanguage);
  return {
    status: error.status ?? STATUS[error.code],
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
      ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
      ...error.headers,
    },
    body: { error: error.code, message: error.text[language] },
  };
}

/** Turns any thrown value into an error that may be shown. An unexpected value becomes a generic 500. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code, statusCode, validation, message } = error as Partial<FastifyError>;
  if (validation?.[0] !== undefined) return invalidShape(validation[0]);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType('application/json');
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge();
  if (code?.startsWith('FST_ERR_CTP') || (error instanceof SyntaxError && statusCode === 400))
    return malformedJson(error);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError(
      'bad_request',
      both(`The request could not be read: ${message}`, 'La solicitud no se pudo leer.'),
    );
  }
  return new AppError(
    'internal_error',
    both(
      'Something went wrong on our side. It was logged; the `X-Request-Id` of this answer helps to find it.',
      'Algo falló de nuestro lado. Quedó registrado; el `X-Request-Id` de esta respuesta ayuda a encontrarlo.',
    ),
    { cause: error },
  );
}

function unsupportedMediaType(expected: string): AppError {
  return new AppError(
    'unsupported_media_type',
    both(
      `Send the body as ${expected} and say so in Content-Type.`,
      `Envíe el cuerpo como ${expected} e indíquelo en Content-Type.`,
    ),
  );
}

export function nothingHere(): AppError {
  return new AppError(
    'not_found',
    both(
      'There is nothing at this address. The API is described at /api/public/v1/openapi.',
      'No hay nada en esta dirección. La API se describe en /api/public/v1/openapi.',
    ),
  );
}

/** The error for an address that would exist without its last slash. */
export function trailingSlash(url: string): AppError {
  const path = url.split('?', 1)[0]?.replace(/(?<!\/)\/+$/, '') ?? '';
  return new AppError(
    'not_found',
    both(
      `There is nothing at this address. Leave out the slash at its end (${path}), or add the id that belongs there.`,
      `No hay nada en esta dirección. Quite la diagonal final (${path}) o agregue el id que va ahí.`,
    ),
  );
}

export function methodNotAllowed(method: string, allowed: readonly string[]): AppError {
  const allow = allowed.join(', ');
  return new AppError(
    'method_not_allowed',
    both(`${method} is not possible here; use ${allow}.`, `${method} no es posible aquí; use ${allow}.`),
    { headers: { allow } },
  );
}

export function bodyTooLarge(): AppError {
  return new AppError(
    'file_too_large',
    both('The request body is too large.', 'El cuerpo de la solicitud es demasiado grande.'),
  );
}

function malformedJson(cause: unknown): AppError {
  return new AppError(
    'malformed_json',
    both('The request body is not valid JSON.', 'El cuerpo de la solicitud no es JSON válido.'),
    { cause },
  );
}

/** Codes to use instead of `validation_failed`, by the top-level field that is wrong. */
export type FieldCodes = Readonly<Record<string, ErrorCode>>;

/**
 * Turns what a schema refused into an error. If the top field has a code of its own, everything that is refused inside
 * it gets that code.
 */
export function toShapeError(
  error: { validation?: readonly FastifySchemaValidationError[] },
  codes: FieldCodes,
): AppError {
  const failure = error.validation?.[0];
  if (failure === undefined) return toAppError(error);
  const [, top = ''] = failure.instancePath.split('/');
  return invalidShape(failure, Object.hasOwn(codes, top) ? codes[top] : undefined);
}

function both(en: string, es: string): Text {
  return { en, es };
}
