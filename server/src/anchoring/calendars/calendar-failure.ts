/** How a calendar, or the source of Bitcoin's headers, failed us: one word for programs, a sentence for the operator. */

export type CalendarFailureCode =
  /** No connection, a lost one, or an HTTP error. */
  | 'unreachable'
  | 'timeout'
  /** An answer that cannot be read, or that says nothing of what was asked. */
  | 'garbage'
  /** The promise is to be kept by a calendar that the operator did not name, and that is never asked. */
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
