/** A certificate's timeline and estimate, as callers see them. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../http/schema.ts';
import type { Certificate } from './certificate.ts';
import { type AnchoringPace, estimateFinalMs, STEP_STATES, TIMELINE_STEPS, timelineOf } from './timeline.ts';

const StepSchema = Type.Object(
  {
    step: oneOf(TIMELINE_STEPS),
    state: oneOf(STEP_STATES, { description: '`now` is the one step that is being waited for.' }),
    at: nullable(Type.String({ format: 'date-time' })),
    detail: nullable(Type.Object({ en: Type.String(), es: Type.String() })),
  },
  { title: 'TimelineStep' },
);

export const PROGRESS = {
  timeline: Type.Array(StepSchema),
  estimate: Type.Object({
    seconds: nullable(
      Type.Integer({
        description:
          'Estimated time until it is final; null once it is final, and if no estimate is possible.',
      }),
    ),
  }),
};

const ProgressSchema = Type.Object(PROGRESS);
type ProgressRecord = Static<typeof ProgressSchema>;

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
