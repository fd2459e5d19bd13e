/** How far a certificate has come, as callers see it. */

import type { Text } from '../kernel/errors.ts';
import type { Certificate } from './certificate.ts';
import { type AnchoringPace, estimateFinalMs, type TimelineEntry, timelineOf } from './timeline.ts';

export type ProgressRecord = {
  timeline: {
    step: TimelineEntry['step'];
    state: TimelineEntry['state'];
    at: string | null;
    detail: Text | null;
  }[];
  /** Until it is final; null once it is, and where nobody can tell. */
  estimate: { seconds: number | null };
};

export function toProgressRecord(
  pace: AnchoringPace,
  certificate: Certificate,
  loggedAt: Date | undefined,
  now: Date,
): ProgressRecord {
  const leftMs = estimateFinalMs(pace, certificate, now);
  return {
    timeline: timelineOf(certificate, loggedAt).map(({ step, state, at, detail }) => ({
      step,
      state,
      at: at?.toISOString() ?? null,
      detail: detail ?? null,
    })),
    estimate: { seconds: leftMs === undefined ? null : Math.ceil(leftMs / 1000) },
  };
}
