/** What a monitor reports when a log has broken a promise. */

export type BreachCode =
  | 'forged'
  | 'other_log'
  | 'shrunk'
  | 'forked'
  | 'wrong_tiles'
  | 'wrong_entries'
  | 'leaf_missing'
  | 'unwitnessed'
  | 'refused_by_witness';

/** A broken promise, with what the log shows now and what it showed before. */
export class LogBreach extends Error {
  readonly code: BreachCode;
  readonly notes: readonly string[];

  constructor(code: BreachCode, message: string, notes: readonly string[]) {
    super(message);
    this.code = code;
    this.notes = notes;
  }
}
