/**
 * Renews all members who meet the requirements: first a dry run, then a hundred at a time. If the page is closed or a
 * call fails, finished renewals stay, and the next run continues with the rest.
 */

import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { type Answer, api, type Mode } from '../../api.ts';
import { useMay } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { useFourEyes } from '../four-eyes.tsx';
import { TEXT } from './text.ts';

export function RenewAllButton({ program }: { program: string }) {
  const text = useText(TEXT);
  const may = useMay();
  const isFourEyes = useFourEyes();
  const [isOpen, setOpen] = useState(false);
  if (isFourEyes || !may('renewMany') || !may('approveRenewal')) return null;
  return (
    <>
      <Button icon="check" onClick={() => setOpen(true)}>
        {text.all.open}
      </Button>
      {isOpen && <RenewAllDialog program={program} onClose={() => setOpen(false)} />}
    </>
  );
}

type Part = Answer<'renewMany'>;
type Counts = { good: number; others: number; left: number };

const NONE: Counts = { good: 0, others: 0, left: 0 };

function RenewAllDialog({ program, onClose }: { program: string; onClose: () => void }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const [mode] = useMode();
  const [tried, setTried] = useState(NONE);
  const [done, setDone] = useState(NONE);
  const isGone = useRef(false);
  const walk = (isDry: boolean, show: (counts: Counts) => void) =>
    runAll({ mode, program, isDry, show, isGone: () => isGone.current });
  const trial = useChange(() => walk(true, setTried));
  const run = useChange(() => walk(false, setDone), { resets: [['eligible'], ['renewals']] });
  const { mutate: startTrial } = trial;
  useEffect(() => {
    isGone.current = false;
    startTrial();
    return () => {
      isGone.current = true;
    };
  }, [startTrial]);
  const isOver = run.isSuccess || (trial.isSuccess && tried.good === 0);
  const seen = ({ good, others }: Counts) => good + others;
  return (
    <FormDialog
      title={text.all.title}
      submit={isOver ? text.all.close : text.all.submit(formats.number(tried.good))}
      change={{ ...run, isPending: trial.isPending || run.isPending, error: trial.error ?? run.error }}
      onSubmit={() => {
        if (isOver) onClose();
        else if (trial.isSuccess) run.mutate();
        else trial.mutate();
      }}
      onClose={onClose}
    >
      <p>{text.all.intro}</p>
      {trial.isPending && (
        <ProgressBar
          label={text.all.trying}
          note={formats.number(seen(tried))}
          value={seen(tried)}
          max={seen(tried) + tried.left}
        />
      )}
      {trial.isSuccess && !run.isSuccess && (
        <Note tone={tried.good > 0 ? 'good' : 'warn'}>
          {text.all.tried(formats.number(tried.good), formats.number(tried.others))}
        </Note>
      )}
      {run.isPending && (
        <ProgressBar
          label={text.all.running}
          note={formats.number(done.good)}
          value={seen(done)}
          max={seen(done) + done.left}
        />
      )}
      {run.isSuccess && (
        <Note tone="good">{text.all.done(formats.number(done.good), formats.number(done.others))}</Note>
      )}
    </FormDialog>
  );
}

type Run = {
  mode: Mode;
  program: string;
  isDry: boolean;
  show: (counts: Counts) => void;
  /** Whether the dialog was closed, so that nothing more is renewed. */
  isGone: () => boolean;
};

async function runAll({ mode, program, isDry, show, isGone }: Run): Promise<void> {
  let counts = NONE;
  let after: string | null | undefined;
  show(counts);
  do {
    const part: Part = await api.renewMany(
      { dry_run: isDry, approve: true, ...(program && { program_id: program }), ...(after && { after }) },
      { mode },
    );
    const others = part.rows.filter(({ outcome }) => outcome === 'not_eligible').length;
    counts = {
      good: counts.good + part.rows.length - others,
      others: counts.others + others,
      left: part.left,
    };
    show(counts);
    after = part.after;
  } while (after !== null && !isGone());
}
