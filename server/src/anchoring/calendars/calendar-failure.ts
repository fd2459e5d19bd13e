/** Failures of a calendar or of the source of Bitcoin headers: a code for programs, a sentence for the operator. */

export type CalendarFailureCode =
  /** No connection, a lost connection, or an HTTP error. */
  | 'unreachable'
  | 'timeout'
  /** An answer that is unreadable or does not fit the question. */
  | 'garbage'
  /** The promise points to a calendar that the operator did not name, so it is never asked. */
  | 'foreign_calendar'
  /** The calendar names a Bitcoin block that has another Merkle root. */
  | 'wrong_root';

export class CalendarFailure extends Error {
  readonly code: CalendarFailureCode;

  /** `message` is for logs and `/readyz`. */
  constructor(code: CalendarFailureCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'CalendarFailure';
    this.code = code;
  }
}
