/**
 * Follows the journal from the end of the database's log to a signed checkpoint. Nothing in the journal is trusted:
 * its leaves must give the root of that checkpoint, and of all checkpoints on the way.
 */

import { appendLeaves, equalBytes, type Frontier, foldNodes, type NodeRun } from '@sello/proof';
import { OperatorError } from '../../kernel/operator-error.ts';
import type { KeptCheckpoint } from '../../transparency/rollback/kept-checkpoint.ts';
import { hashChildren } from '../../transparency/sequence-log.ts';
import { type JournalGap, type JournalPiece, type JournalPorts, readJournal } from './read-journal.ts';

export type Step = {
  piece: JournalPiece;
  /** The checkpoints of the segment that lie within the range. */
  checkpoints: readonly string[];
  /** The nodes up to each of these checkpoints. */
  runs: readonly (readonly NodeRun[])[];
  frontier: Frontier;
};

/**
 * Yields the restored parts. Throws if the journal does not lead to the signed checkpoint. Returns the first gap, if
 * there is one.
 */
export async function* followJournal(
  ports: JournalPorts,
  start: Frontier,
  kept: KeptCheckpoint,
): AsyncGenerator<Step, JournalGap | undefined> {
  const pieces = readJournal(ports, kept.origin, { from: start.size, to: kept.size });
  let frontier = start;
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) {
      if (value === undefined) assertRoot(frontier, kept);
      return value;
    }
    const step = appendPiece(frontier, value, kept.size);
    frontier = step.frontier;
    yield step;
  }
}

function appendPiece(start: Frontier, piece: JournalPiece, most: number): Step {
  const end = piece.from + piece.leaves.length;
  const signed = piece.checkpoints
    .map((row) => ({ row, ...readCheckpoint(row) }))
    .filter(({ size }) => size > start.size && size <= Math.min(end, most));
  const runs: (readonly NodeRun[])[] = [];
  let frontier = start;
  for (const { size, root } of [...signed, { size: end, root: undefined }]) {
    const leaves = piece.leaves.slice(frontier.size - piece.from, size - piece.from);
    const hashes = leaves.map(({ leafHash }) => new Uint8Array(Buffer.from(leafHash, 'base64')));
    const next = appendLeaves(frontier, hashes, hashChildren);
    runs.push(next.runs);
    frontier = next.frontier;
    if (root !== undefined) assertRoot(frontier, { size, root });
  }
  return { piece, checkpoints: signed.map(({ row }) => row), runs, frontier };
}

function readCheckpoint(row: string): { size: number; root: Uint8Array } {
  const { size, root } = JSON.parse(row) as { size: number; root: string };
  return { size, root: Buffer.from(root.replace(/^\\x/, ''), 'hex') };
}

function assertRoot(frontier: Frontier, { size, root }: { size: number; root: Uint8Array }): void {
  if (frontier.size === size && equalBytes(foldNodes(frontier.nodes, hashChildren), root)) return;
  throw new OperatorError({
    en: `The journal does not lead to the checkpoint of ${size} leaves that was signed: it or the end of the log in this database is of another history. Nothing was changed.`,
    es: `El diario no conduce al checkpoint firmado de ${size} hojas: el diario, o el final del log de esta base de datos, es de otra historia. No se cambió nada.`,
  });
}
