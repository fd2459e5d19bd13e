/** One thing that a person asked for: whether it is under way, and why it was refused. */

import { useState } from 'react';

export type Task = { isBusy: boolean; error: Error | undefined; run: (work: () => Promise<unknown>) => void };

export function useTask(): Task {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const run = (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    work()
      .catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))))
      .finally(() => setBusy(false));
  };
  return { isBusy, error, run };
}
