/** Time-stamping providers (PSCs): their dialects and failure classes. */

/** `rfc3161` is the standard over HTTP; the others are named after the provider that uses them. */
export const PSC_DIALECTS = ['rfc3161', 'cincel', 'mifiel', 'advantage', 'pscworld'] as const;
export type PscDialectName = (typeof PSC_DIALECTS)[number];

export type PscFailureClass =
  /** No answer: connection refused or lost, unknown host, broken TLS. */
  | 'unreachable'
  /** The provider refused this request, or refuses us. */
  | 'rejected'
  /** The operator's account with the provider is used up. */
  | 'out_of_credit'
  /** The answer is not a time stamp that passes our checks. */
  | 'invalid_token'
  /** No complete answer within the deadline. */
  | 'timeout';
