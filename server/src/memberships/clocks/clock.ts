/** A test clock: a day that applies only to some members of test mode. The council moves it forward. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { isoTime } from '../../kernel/clock.ts';
import type { ClockId } from '../../kernel/ids.ts';
import { exampleId } from '../examples.ts';

export type Clock = {
  id: ClockId;
  name: string | undefined;
  day: string;
  /** The day to which the clock is moving, one day after the other. Undefined while it stands still. */
  target: string | undefined;
  createdAt: Date;
  updatedAt: Date;
};

/** Limits for each account, so that one account's clocks do not slow down the others. */
export const MOST_CLOCKS = 10;
export const MOST_MEMBERS = 100;
export const MOST_MONTHS_AT_ONCE = 24;
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2099-12-31';

const EXAMPLE_CLOCK = {
  id: exampleId('clk'),
  object: 'clock',
  livemode: false,
  name: 'Renovaciones de 2028',
  day: '2028-01-01',
  status: 'ready',
  target_day: null,
  created_at: '2026-03-02T18:00:00.000Z',
  updated_at: '2026-03-02T18:00:00.000Z',
};

export const ClockSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Unsafe<string>({ type: 'string', const: 'clock' }),
    livemode: Type.Boolean({ description: 'Always false.' }),
    name: nullable(Type.String()),
    day: Type.String({ description: "Today's date for the members under this clock." }),
    status: oneOf(['ready', 'advancing'], {
      description: '`advancing`: moving to `target_day`; `day` is how far it has come.',
    }),
    target_day: nullable(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Clock', examples: [EXAMPLE_CLOCK] },
);

export function toClockRecord({ id, name, day, target, createdAt, updatedAt }: Clock) {
  return {
    id,
    object: 'clock',
    livemode: false,
    name: name ?? null,
    day,
    status: target === undefined ? 'ready' : 'advancing',
    target_day: target ?? null,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  };
}
