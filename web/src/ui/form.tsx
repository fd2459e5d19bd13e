import type { ReactNode } from 'react';
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
