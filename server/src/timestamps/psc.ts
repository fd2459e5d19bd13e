/** Time-stamping providers (PSCs) as such: the ways in which they are spoken to and the ways in which they fail. */

/** `rfc3161` is the standard over HTTP; the others are named after the provider that speaks them. */
export const PSC_DIALECTS = ['rfc3161', 'cincel', 'mifiel', 'advantage', 'pscworld'] as const;
export type PscDialectName = (typeof PSC_DIALECTS)[number];

export type PscFailureClass =
  /** No exchange came about: refused, unknown host, broken TLS, connection lost. */
  | 'unreachable'
  /** The provider answered no, about this request or about us. */
  | 'rejected'
  /** The operator's account with the provider is used up. */
  | 'out_of_credit'
  /** What came back is not a time stamp that we may believe. */
  | 'invalid_token'
  /** No whole answer within the deadline. */
  | 'timeout';
