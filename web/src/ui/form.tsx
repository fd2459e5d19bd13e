import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Note } from './note.tsx';

type FormProps = {
  onSubmit: () => void;
  /** Why the last try was refused. */
  error?: Error | null | undefined;
  className?: string;
  children: ReactNode;
};

export function Form({ onSubmit, error, className, children }: FormProps) {
  return (
    <form
      className={classNames('stack', className)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {error && <Note tone="bad">{error.message}</Note>}
      {children}
    </form>
  );
}
