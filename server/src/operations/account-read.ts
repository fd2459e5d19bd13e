/** Reads that run in the statement that admits a caller. */

/**
 * A read in the scope of one account and mode, described but not yet run. It runs in the statement that
 * admits the caller, so that a call costs one round trip; the dashboard runs it on its own.
 */
export type AccountRead<T> = {
  /** Name of the prepared statement, unique per SQL text. Empty if the best plan depends on the parameters. */
  name: string;
  /**
   * A query. `caller.account_id` and `caller.livemode` are in scope; its own parameters start at `$4`.
   * Undefined if there is nothing to read.
   */
  sql: string | undefined;
  params: readonly unknown[];
  /** SQL types of the parameters. If given, concurrent reads with the same name run as one statement. */
  types?: readonly string[];
  /** The result depends on account and mode alone, without parameters: calls that are admitted together share it. */
  isSameForAll?: true;
  toValue(rows: readonly Record<string, unknown>[]): T;
};

/** Admits the caller and reads nothing. */
export const NOTHING: AccountRead<undefined> = {
  name: 'nothing',
  sql: undefined,
  params: [],
  toValue: () => undefined,
};
