/** Errors for API callers: a stable code, a public text in both languages, a private cause. */

/** Every code that a caller can ever see. `http/errors.ts` gives each its status. */
export type ErrorCode =
  | 'bad_request'
  | 'malformed_json'
  | 'malformed_multipart'
  | 'unauthorized'
  | 'second_factor_required'
  | 'invalid_second_factor'
  | 'invalid_passkey'
  | 'too_many_passkeys'
  | 'passkeys_unavailable'
  | 'invalid_api_key'
  | 'api_key_revoked'
  | 'api_key_expired'
  | 'allowance_exhausted'
  | 'storage_full'
  | 'insufficient_scope'
  | 'insufficient_role'
  | 'account_suspended'
  | 'proof_required'
  | 'allowance_request_open'
  | 'account_required'
  | 'last_owner'
  | 'needs_second_approver'
  | 'too_many_accounts'
  | 'too_many_invitations'
  | 'wrong_person'
  | 'invalid_signature'
  | 'url_expired'
  | 'forbidden_origin'
  | 'signup_closed'
  | 'mail_not_configured'
  | 'sso_off'
  | 'sso_only'
  | 'sso_refused'
  | 'sso_join_needed'
  | 'wrong_password'
  | 'email_unproven'
  | 'not_found'
  | 'gone'
  | 'file_not_stored'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'email_taken'
  | 'too_many_keys'
  | 'too_many_webhooks'
  | 'test_mode_only'
  | 'webhook_disabled'
  | 'proof_not_ready'
  | 'legal_hold'
  | 'evidence_known'
  | 'evidence_invalid'
  | 'pdf_cannot_be_sealed'
  | 'idempotency_in_progress'
  | 'file_too_large'
  | 'uri_too_long'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'invalid_base64'
  | 'invalid_hash'
  | 'empty_file'
  | 'digest_mismatch'
  | 'invalid_token'
  | 'idempotency_key_reused'
  | 'rate_limit_exceeded'
  | 'quota_exceeded'
  | 'headers_too_large'
  | 'internal_error'
  | 'psc_error'
  | 'psc_timeout'
  | 'psc_unavailable'
  | 'storage_unavailable'
  | 'sso_unavailable'
  | 'overloaded'
  | MembershipCode;

/** Codes of members, courses, awards and renewals. */
export type MembershipCode =
  | 'member_number_taken'
  | 'curp_taken'
  | 'rfc_taken'
  | 'license_taken'
  | 'external_id_taken'
  | 'folio_taken'
  | 'membership_exists'
  | 'member_in_use'
  | 'import_in_use'
  | 'invalid_transition'
  | 'already_awarded'
  | 'course_not_accredited'
  | 'course_has_awards'
  | 'category_in_use'
  | 'program_in_use'
  | 'program_not_active'
  | 'version_conflict'
  | 'course_full'
  | 'renewal_open'
  | 'four_eyes'
  | 'term_decided'
  | 'member_anonymised'
  | 'diploma_not_ready'
  | 'badge_needs_https'
  | 'roster_too_large'
  | 'invalid_curp'
  | 'invalid_rfc'
  | 'invalid_rules'
  | 'anchor_missing'
  | 'unknown_category'
  | 'no_membership'
  | 'member_not_found'
  | 'member_ambiguous'
  | 'points_exceed_course'
  | 'completed_on_out_of_range'
  | 'claim_closed'
  | 'requirements_not_met'
  | 'renewal_not_open'
  | 'renewal_not_eligible'
  | 'consent_missing'
  | 'consent_by_link'
  | 'own_entrance_needed'
  | 'too_many_watches'
  | 'too_many_clocks'
  | 'clock_full'
  | 'clock_advancing';

/**
 * A sentence for people, in each supported language. The placeholder `{wait}` is replaced by the waiting time of
 * `Retry-After`, in words.
 */
export type Text = { en: string; es: string };

type AppErrorOptions = {
  /** The cause is only logged; it is never sent. */
  cause?: unknown;
  /** Seconds after which the same request may succeed. */
  retryAfterSeconds?: number;
  /** Further response headers that the code demands (`WWW-Authenticate`, `Allow`). */
  headers?: Record<string, string>;
  /** Set if the usual status of the code would mislead. */
  status?: 403;
};

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly text: Text;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Record<string, string>;
  readonly status: 403 | undefined;

  constructor(code: ErrorCode, text: Text, options: AppErrorOptions = {}) {
    const words = withWait(text, options.retryAfterSeconds);
    super(words.en, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.text = words;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
    this.status = options.status;
  }
}

/**
 * Fills in `{wait}`. Messages state a waiting time only through this function, so that they cannot differ from the
 * header.
 */
function withWait({ en, es }: Text, seconds: number | undefined): Text {
  if (seconds === undefined) return { en, es };
  const wait = waitWords(seconds);
  return { en: en.replace('{wait}', wait.en), es: es.replace('{wait}', wait.es) };
}

/** The units of a waiting time. The time is rounded up, so that waiting this long is always enough. */
const UNITS = [
  { seconds: 1, en: 'second', es: 'segundo' },
  { seconds: 60, en: 'minute', es: 'minuto' },
  { seconds: 3_600, en: 'hour', es: 'hora' },
  { seconds: 86_400, en: 'day', es: 'día' },
] as const;

/** Writes the time in the largest unit of which it has at least two. */
export function waitWords(seconds: number): { en: string; es: string } {
  const unit = UNITS.findLast((one) => seconds >= 2 * one.seconds) ?? UNITS[0];
  const count = Math.ceil(seconds / unit.seconds);
  const plural = count === 1 ? '' : 's';
  return { en: `${count} ${unit.en}${plural}`, es: `${count} ${unit.es}${plural}` };
}

/** Returns the refusal that the check throws, if any. */
export function refusalOf(check: () => unknown): AppError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return asRefusal(error);
  }
}

function asRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}
