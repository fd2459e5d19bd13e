/**
 * What a check is. Each capability declares the checks of its own tables and files; `upkeep/fsck/` runs them in order.
 */

import type { TakeBreak } from '../../kernel/pacing/breaks.ts';
import type { Snapshot } from '../snapshot.ts';
import type { FaultKind, Finding } from './finding.ts';
import type { PieceOptions, Pieces } from './pg-pieces.ts';

/** What every check is given. */
export type Checking = {
  /**
   * Until `letGo` is called, all reads show the database at one moment. A table that is read in pieces shows one
   * moment per piece. Readers must accept any content of a column: a changed value must become a finding, and not an
   * exception that stops the check.
   */
  snapshot: Snapshot;
  now(): Date;
  /** When `sello fsck` began. Anything an hour older than this cannot belong to a process that still runs. */
  beganAt: Date;
  /** Must be awaited between portions of the work. */
  takeBreak: TakeBreak;
  /** Reports how many more certificates were checked, and takes a break. */
  advance(certificates: number): Promise<void>;
  /** Size of the pieces in comparisons made in SQL. */
  pieces?: PieceOptions;
};

/** `Needs` are additional ports; `Repair` are the kinds of repairs that its findings name. */
export type Check<Needs = unknown, Repair extends string = never> = {
  /** Names the capability and what is checked. */
  name: string;
  /** The comparisons, if the check consists only of comparisons in SQL. */
  comparisons?: readonly Comparison<Repair>[];
  find(given: Checking & Needs): AsyncIterable<Finding<Repair>>;
};

/**
 * A statement that selects faulty rows. Its columns are `where_ids` (the ids of the row), `told` (the actual and the
 * expected value) and, for faults that a crash may leave, `since`. With `of`, it runs once per piece and reads the
 * rows of the piece from `piece`.
 */
export type Comparison<Repair extends string = never> = FaultKind<Repair> & {
  of?: Pieces;
  sql: string;
  /** True if every crash leaves such faults and every running server repairs them within seconds. */
  isLeftByCrashes?: true;
};
