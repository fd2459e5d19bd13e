/** Offers to fill test mode with an imaginary council, using only the ordinary calls of the dashboard. */

import type { ShowStep } from '@sello/rules/demo';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { type Act, useMay } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { useFourEyes } from '../four-eyes.tsx';
import { usePrograms } from '../use-programs.ts';
import { TEXT } from './text.ts';

const ACTS: readonly Act[] = [
  'createProgram',
  'importMembers',
  'createCourse',
  'accreditCourse',
  'postRoster',
  'approveAward',
  'createRenewal',
  'approveRenewal',
];

type Step = { step: Parameters<ShowStep>[0]; done: number };

/** Shown beside the first step of an empty council. `today`: the day in the council's time zone. */
export function OfferDemo({ today }: { today: string }) {
  const text = useText(TEXT);
  const [mode, setMode] = useMode();
  const may = useMay();
  const isFourEyes = useFourEyes();
  if (!ACTS.every(may)) return null;
  if (mode === 'live')
    return (
      <Button variant="quiet" onClick={() => setMode('test')}>
        {text.toTest}
      </Button>
    );
  return isFourEyes ? (
    <p className="muted small">{text.fourEyes}</p>
  ) : (
    <FillDemo today={today} label={text.create} />
  );
}

/** Shown while a demo council is only partly filled. */
export function UnfinishedDemo({ today }: { today: string }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const may = useMay();
  const { programs } = usePrograms();
  const isUnfinished = programs.some(({ metadata }) => metadata.demo === 'filling');
  if (mode !== 'test' || !isUnfinished || !ACTS.every(may)) return null;
  return (
    <Card>
      <p>{text.unfinished}</p>
      <FillDemo today={today} label={text.goOn} />
    </Card>
  );
}

function FillDemo({ today, label }: { today: string; label: string }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const queries = useQueryClient();
  const [now, setNow] = useState<Step>();
  const fill = useChange(
    async () => {
      const { fill: fillNow } = await import('./fill.ts');
      const filled = await fillNow(today, (step, done) => setNow({ step, done }));
      if (typeof filled === 'object' && 'taken' in filled) throw new Error(text.taken(filled.taken));
      return filled;
    },
    {
      say: (filled) => {
        if (filled === 'made before') return text.madeBefore;
        const { members, courses, awards } = filled;
        return text.done(formats.number(members), formats.number(courses), formats.number(awards));
      },
      onDone: () => queries.invalidateQueries(),
    },
  );
  return (
    <div className="demo-council">
      {fill.error && <Note tone="bad">{fill.error.message}</Note>}
      {fill.isPending && now ? (
        <>
          <ProgressBar label={nameOf(now.step, text)} note={formats.percent(now.done)} value={now.done} />
          <p className="muted small">{text.keepOpen}</p>
        </>
      ) : (
        <Button icon="people" busy={fill.isPending} onClick={() => fill.mutate()}>
          {label}
        </Button>
      )}
    </div>
  );
}

function nameOf(step: Step['step'], text: typeof TEXT.en): string {
  return typeof step === 'string' ? text.steps[step] : text.course(step.course, step.of);
}
