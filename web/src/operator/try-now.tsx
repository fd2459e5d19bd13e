import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';

type TryNowProps<Answer> = {
  trial: { data: Answer | undefined; error: Error | null; isPending: boolean; mutate: () => void };
  label: string;
  says: (answer: Answer) => ReactNode;
};

/** A button that tries a part of the service at once, and shows the result. */
export function TryNow<Answer>({ trial, label, says }: TryNowProps<Answer>) {
  return (
    <>
      {trial.data && <Note tone="good">{says(trial.data)}</Note>}
      {trial.error && <Note tone="bad">{trial.error.message}</Note>}
      <div className="row">
        <Button busy={trial.isPending} onClick={() => trial.mutate()}>
          {label}
        </Button>
      </div>
    </>
  );
}
