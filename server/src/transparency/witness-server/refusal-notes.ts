/** Logs the checkpoints that the witness refused, because each is evidence of a fork. */

import type { Logger } from '../../kernel/logger.ts';
import type { RefusedCheckpoint } from './cosign-checkpoint.ts';

/** How many refused checkpoints are remembered, so that each is logged only once. */
const MOST_REFUSALS = 1_000;

/**
 * Makes a function that logs each refused checkpoint once, because anybody can send the same one again. Checkpoints are
 * told apart by their signed text alone: a sender can vary the signature lines. If there are too many, the oldest is
 * forgotten: a witness that stopped logging would hide a fork.
 */
export function makeRefusalNotes(logger: Logger): (because: string, refused: RefusedCheckpoint) => void {
  const noted = new Set<string>();
  return (because, { text, note }) => {
    if (noted.has(text)) return;
    const [oldest] = noted;
    if (noted.size >= MOST_REFUSALS && oldest !== undefined) noted.delete(oldest);
    noted.add(text);
    logger.error('witness.refused', { because, offered: note });
  };
}
