/** What a check is. Each capability declares those of its tables and files; `upkeep/fsck/` runs them in order. */

import type { TakeBreak } from '../../kernel/pacing/breaks.ts';
import type { Snapshot } from '../snapshot.ts';
import type { FaultKind, Finding } from './finding.ts';
import type { PieceOptions, Pieces } from './pg-pieces.ts';

/** What every check is given. */
export type Checking = {
  /**
   * Up to `letGo`, all reads show one moment. What comes in pieces is read as of its own. Readers accept any content of a
   * column: a changed value must become a finding, not an exception that stops the check.
   */
  snapshot: Snapshot;
  now(): Date;
  /** When `sello fsck` began: anything an hour older was left by no process that still runs. */
  beganAt: Date;
  /** Awaited between portions of the work. */
  takeBreak: TakeBreak;
  /** Tells how many more certificates were looked at, and takes a break. */
  advance(certificates: number): Promise<void>;
  /** Of comparisons that the database makes itself. */
  pieces?: PieceOptions;
};

/** `Needs`: what it is given besides; `Repair`: the kinds of repairs that its findings name. */
export type Check<Needs = unknown, Repair extends string = never> = {
  /** Its capability and what it looks at. */
  name: string;
  /** Set where all it does is to have the database compare rows. */
  comparisons?: readonly Comparison<Repair>[];
  find(given: Checking & Needs): AsyncIterable<Finding<Repair>>;
};

/**
 * Selects faulty rows: `where_ids` (ids of the row), `told` (the actual and the expected value) and, for faults that
 * a crash may leave, `since`. With `of`, it is asked of one piece after the other, whose rows it reads from `piece`.
 */
export type Comparison<Repair extends string = never> = FaultKind<Repair> & {
  of?: Pieces;
  sql: string;
  /** Every crash leaves these, and every running server repairs them within seconds. */
  isLeftByCrashes?: true;
};
