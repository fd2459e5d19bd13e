/** One thing that a person asked for: whether it is under way, and why it was refused. */

import { useState } from 'react';

export type Task = {
  isBusy: boolean;
  error: Error | undefined;
  /** `then`: what belongs to it, such as reading the page anew. */
  run: (work: () => Promise<unknown>, then?: () => Promise<void>) => void;
};

export function useTask(): Task {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const run: Task['run'] = (work, then) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    work()
      .then(then)
      .catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))))
      .finally(() => setBusy(false));
  };
  return { isBusy, error, run };
}
