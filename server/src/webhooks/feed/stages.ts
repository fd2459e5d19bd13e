/**
 * Divides the certifications and reorganisations of a chain into stages: 0 certified, 1 reorganised, 2 certified
 * again, and so on. In each stage, certificates come in the order of their indexes in the log, which is also the order
 * of their numbers.
 */

/** The part of the log from `toSize` up to `fromSize` was certified and no longer is. */
export type Reorganisation = { fromSize: number; toSize: number; at: Date };

export type Stage = {
  stage: number;
  type: 'certificate.certified' | 'certificate.reorganised';
  /** Indexes in the log: from `low` (included) up to `high` (excluded). */
  low: number;
  high: number;
  /** The time of the stage's events. Undefined if it is the time of the anchors. */
  at: Date | undefined;
};

export function stagesOf(reorganisations: readonly Reorganisation[], certifiedSize: number): Stage[] {
  const stages: Stage[] = [];
  for (const [i, { fromSize, toSize, at }] of reorganisations.entries()) {
    const low = i === 0 ? 0 : (reorganisations[i - 1]?.toSize ?? 0);
    const stage = 2 * i;
    // The blocks of this part were not reorganised, so the time of each event can be read from them.
    stages.push({ stage, type: 'certificate.certified', low, high: Math.max(low, toSize), at: undefined });
    stages.push({
      stage,
      type: 'certificate.certified',
      low: Math.max(low, toSize),
      high: Math.max(low, fromSize),
      at,
    });
    stages.push({ stage: stage + 1, type: 'certificate.reorganised', low: toSize, high: fromSize, at });
  }
  const low = reorganisations.at(-1)?.toSize ?? 0;
  stages.push({
    stage: 2 * reorganisations.length,
    type: 'certificate.certified',
    low,
    high: Math.max(low, certifiedSize),
    at: undefined,
  });
  return stages;
}
