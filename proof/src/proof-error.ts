/** Why evidence cannot be read. Verdicts quote the message; programs use the code. */
export type ProofErrorCode =
  | 'der_truncated'
  | 'der_length'
  | 'der_tag'
  | 'der_value'
  | 'der_too_deep'
  | 'der_too_large'
  | 'der_trailing_bytes'
  | 'pem_malformed'
  | 'certificate_malformed'
  | 'request_malformed'
  | 'timestamp_malformed'
  | 'record_malformed'
  | 'legacy_nom151_2002'
  | 'checkpoint_malformed'
  | 'rlp_malformed'
  | 'ethereum_malformed'
  | 'xml_malformed'
  | 'zip_malformed'
  | 'asic_malformed'
  | 'proof_malformed'
  | 'ots_malformed'
  | 'revocation_unusable'
  | 'unsupported_algorithm'
  | 'algorithm_unavailable'
  | 'bundle_malformed'
  | 'compression_malformed'
  | 'pdf_malformed'
  | 'pdf_encrypted'
  | 'pdf_locked'
  | 'invalid_argument';

/** The only error that this package throws on purpose; any other is a bug. */
export class ProofError extends Error {
  readonly code: ProofErrorCode;

  constructor(code: ProofErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'ProofError';
    this.code = code;
  }
}

/** Whether this program lacks an algorithm that the evidence rests on. The evidence itself may be good. */
export function isUnavailable(error: unknown): error is ProofError {
  return error instanceof ProofError && error.code === 'algorithm_unavailable';
}
