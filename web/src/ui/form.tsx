import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { type Submitted, submit } from './change.ts';
import { classNames } from './class-names.ts';
import { Note } from './note.tsx';

type FormProps = { className?: string; children: ReactNode } & Submitted;

export function Form({ className, children, ...submitted }: FormProps) {
  const { error } = submitted.change;
  return (
    <form
      className={classNames('stack', className)}
      onSubmit={(event) => {
        event.preventDefault();
        submit(submitted);
      }}
    >
      {error && <Note tone="bad">{error.message}</Note>}
      {children}
    </form>
  );
}

/** The submit button of the surrounding form. */
export function SubmitRow({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <div className="row">
      <Button type="submit" variant="primary" busy={busy}>
        {children}
      </Button>
    </div>
  );
}
