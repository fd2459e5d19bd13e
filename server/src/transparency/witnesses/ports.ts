/** What the log needs so that witnesses cosign its checkpoints. */

import type { OfferedCheckpoint } from '@sello/proof';
import type { CheckpointRow } from '../ports.ts';
import type { WitnessFailureCode } from './witness-failure.ts';

/**
 * A witness. Calls reject with a `WitnessFailure`, and within the deadline. A call may be repeated: the witness then
 * cosigns the same checkpoint again.
 */
export type Witness = {
  readonly vkey: string;
  readonly name: string;
  /**
   * Returns signature lines, which are not verified yet, or the size that the witness has cosigned, if it differs
   * from `oldSize`.
   */
  addCheckpoint(offered: OfferedCheckpoint): Promise<{ lines: string } | { knownSize: number }>;
};

/** The witnesses that the operator named. If there are none, checkpoints have only the log's own signature. */
export type Witnesses = { all: readonly Witness[]; close(): Promise<void> };

type WitnessStanding = {
  /** The size of the largest checkpoint that the witness cosigned; zero before the first. */
  size: number;
  /** How many times the witness has failed in a row. Because of that it is not asked again before `nextTryAt`. */
  failures: number;
  nextTryAt: Date | undefined;
};

export type WitnessProblem = { witness: string; code: string; message: string };

export type WitnessState = {
  witness: string;
  size: number;
  /** The time of the witness's latest cosignature, by its own clock; undefined before the first. */
  cosignedAt: Date | undefined;
  problem: { code: string; message: string } | undefined;
};

/** A checkpoint is witnessed once it has the quorum of cosignatures by current witnesses. */
export type CosignatureStore = {
  /** Cosignatures that a checkpoint needs to be witnessed; zero if no witness is named. */
  readonly quorum: number;
  /** Sets the witnesses: from now on exactly these are asked. */
  name(vkeys: readonly string[]): Promise<void>;
  standing(vkey: string): Promise<WitnessStanding>;
  /**
   * Stores a cosignature and clears the failures of its witness. Once it resolves, the line survives a crash. If the
   * size already has a line of this witness, that line stays.
   */
  keep(size: number, vkey: string, line: string, cosignedAt: Date): Promise<void>;
  markFailed(vkey: string, code: WitnessFailureCode, message: string, nextTryAt: Date): Promise<void>;
  /** The signature lines of the checkpoint with this size, and whether they are enough. */
  of(size: number): Promise<{ lines: string[]; isWitnessed: boolean }>;
  /** The smallest witnessed checkpoint over the leaf. */
  witnessedOver(leafIndex: number): Promise<CheckpointRow | undefined>;
  /** The largest witnessed checkpoint. */
  newestWitnessed(): Promise<CheckpointRow | undefined>;
  /** The current witnesses and their state. */
  states(): Promise<WitnessState[]>;
  /** What is wrong with the current witnesses, and whether checkpoints have lacked a quorum for minutes. */
  problems(now: Date): Promise<WitnessProblem[]>;
};
