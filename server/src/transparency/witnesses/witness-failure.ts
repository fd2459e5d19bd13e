/** Failures of a witness: a code for programs, a sentence for the operator. */

export type WitnessFailureCode =
  /** No connection, a lost connection, or an HTTP error of the witness's own. */
  | 'unreachable'
  | 'timeout'
  /** An answer that is unreadable, or no cosignature by the key that the operator named. */
  | 'garbage'
  /** The witness does not know this log or its key, which the operator of the witness has to add. */
  | 'unknown_log'
  /**
   * The witness has cosigned a larger log than this one: an old backup was restored here, or a second copy of this
   * log exists.
   */
  | 'ahead'
  /** The witness has cosigned another history of this log. */
  | 'fork';

/** Failures that only an operator can explain. They are logged as errors whenever they occur. */
export const GRAVE_FAILURES: readonly WitnessFailureCode[] = ['ahead', 'fork'];

export class WitnessFailure extends Error {
  readonly code: WitnessFailureCode;

  /** `message` is for logs and `/readyz`. */
  constructor(code: WitnessFailureCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'WitnessFailure';
    this.code = code;
  }
}
