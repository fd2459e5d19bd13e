/** Whether a proof without keys of its own is still valid if the verifier counts an algorithm as broken. */

import { fail, pass } from '../check-outcome.ts';
import type { AlgorithmName } from '../crypto/supported-algorithms.ts';
import type { EvidenceCheck } from './evidence-check.ts';
import type { LastingOptions } from './lasting.ts';

/**
 * Such a proof has no date of its own: anyone who can forge its paths, blocks and signatures can do so at any time. So
 * an algorithm that is broken on the day of the check proves nothing here. Without a day, all named algorithms count as
 * broken.
 */
export function believedAlgorithms(
  used: readonly AlgorithmName[],
  { broken = [], now }: Pick<LastingOptions, 'broken' | 'now'>,
): readonly EvidenceCheck[] {
  if (broken.length === 0) return [];
  const harm = broken.find(
    ({ algorithm, since }) => used.includes(algorithm) && (now === undefined || since <= now),
  );
  if (harm === undefined)
    return [pass('algorithms', `the proof rests on ${used.join(', ')}, and none of them counts as broken`)];
  const words = `${harm.algorithm} counts as broken since ${harm.since.toISOString()}`;
  return [fail('algorithms', `${words}; what it holds together here may have been forged since`)];
}
