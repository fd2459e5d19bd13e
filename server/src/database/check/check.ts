/** What a check is. Each capability declares those of its tables and files; `upkeep/fsck/` runs them in order. */

import type { TakeBreak } from '../../kernel/pacing/breaks.ts';
import type { Snapshot } from '../snapshot.ts';
import type { FaultKind, Finding } from './finding.ts';
import type { PieceOptions, Pieces } from './pg-pieces.ts';

/** What every check is given. */
export type Checking = {
  /**
   * Up to `letGo`, all reads show one moment. Data read in pieces has one moment per piece. Readers accept any content
   * of a column: a changed value must become a finding, not an exception that stops the check.
   */
  snapshot: Snapshot;
  now(): Date;
  /** When `sello fsck` began: anything an hour older was left by no process that still runs. */
  beganAt: Date;
  /** Awaited between portions of the work. */
  takeBreak: TakeBreak;
  /** Reports how many more certificates were checked, and takes a break. */
  advance(certificates: number): Promise<void>;
  /** Size of the pieces in comparisons made in SQL. */
  pieces?: PieceOptions;
};

/** `Needs`: additional ports; `Repair`: the kinds of repairs that its findings name. */
export type Check<Needs = unknown, Repair extends string = never> = {
  /** Its capability and what it looks at. */
  name: string;
  /** Set if the check is only a comparison in SQL. */
  comparisons?: readonly Comparison<Repair>[];
  find(given: Checking & Needs): AsyncIterable<Finding<Repair>>;
};

/**
 * Selects faulty rows: `where_ids` (ids of the row), `told` (the actual and the expected value) and, for faults that
 * a crash may leave, `since`. With `of`, it runs once per piece, and reads the piece's rows from `piece`.
 */
export type Comparison<Repair extends string = never> = FaultKind<Repair> & {
  of?: Pieces;
  sql: string;
  /** Every crash leaves these, and every running server repairs them within seconds. */
  isLeftByCrashes?: true;
};
