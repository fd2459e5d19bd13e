/** Reads that ride along with admitting a caller. */

/**
 * A read in the scope of one account and mode, described but not yet run. It rides in the very statement
 * that admits the caller, so that a call costs one round trip; the dashboard runs it by itself.
 */
export type AccountRead<T> = {
  /** Names the prepared statement: one name, one text. Empty where the best plan depends on the parameters. */
  name: string;
  /**
   * SQL of a rowset. `caller.account_id` and `caller.livemode` are in scope; own parameters start at `$4`.
   * Undefined where there is nothing to read.
   */
  sql: string | undefined;
  params: readonly unknown[];
  /** SQL types of the parameters. Given, reads of one name that come together are run as one statement. */
  types?: readonly string[];
  toValue(rows: readonly Record<string, unknown>[]): T;
};

/** Admits the caller and reads nothing. */
export const NOTHING: AccountRead<undefined> = {
  name: 'nothing',
  sql: undefined,
  params: [],
  toValue: () => undefined,
};
