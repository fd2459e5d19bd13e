import { addMonths, printDay, toDay } from '@sello/rules';
import { useState } from 'react';
import { plainWords } from '../../../calls/field-of.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { TEXT } from './text.ts';
import type { Clock } from './use-clocks.ts';

const MOST_MONTHS = 24;

const STEPS = {
  day: (day: number) => day + 1,
  month: (day: number) => addMonths(day, 1),
  year: (day: number) => addMonths(day, 12),
} as const;

/** Moves the clock to a chosen day, or a day, a month or a year ahead. */
export function MoveClock({ clock: { id, day } }: { clock: Clock }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [target, setTarget] = useState('');
  const move = useChange((to: string) => api.advanceClock(id, { day: to }, { mode }), {
    awaits: [['clocks']],
    resets: [['members'], ['member']],
    onDone: () => setTarget(''),
  });
  const today = toDay(day);
  return (
    <form
      className="clock-move"
      onSubmit={(event) => {
        event.preventDefault();
        move.mutate(target);
      }}
    >
      <div className="clock-steps">
        {(Object.keys(STEPS) as (keyof typeof STEPS)[]).map((step) => (
          <Button
            key={step}
            size="small"
            aria-label={text.stepLabel(text.steps[step])}
            onClick={() => move.mutate(printDay(STEPS[step](today)))}
          >
            + {text.steps[step]}
          </Button>
        ))}
      </div>
      <div className="clock-target">
        <Field
          label={text.to}
          hint={text.limit}
          type="date"
          min={printDay(today + 1)}
          max={printDay(addMonths(today, MOST_MONTHS))}
          value={target}
          error={plainWords(move.error)}
          onChange={(event) => setTarget(event.target.value)}
        />
        <Button type="submit" variant="primary" icon="arrow" busy={move.isPending}>
          {text.move}
        </Button>
      </div>
    </form>
  );
}
