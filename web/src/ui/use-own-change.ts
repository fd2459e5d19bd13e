/**
 * A change requested on a page without a cache of queries: whether it is running, why it was refused, and what happens
 * once it is done.
 */

import { useState } from 'react';
import type { Change } from './change.ts';

export function useChange<Given = void, Answer = unknown>(
  change: (given: Given) => Promise<Answer>,
  /** Runs as a part of the change; for example, it reads the page again. */
  onDone?: (answer: Answer) => Promise<void> | void,
): Change<Given> {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const mutate = (given: Given) => {
    if (isPending) return;
    setPending(true);
    setError(null);
    change(given)
      .then(onDone)
      .catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))))
      .finally(() => setPending(false));
  };
  return { isPending, error, mutate };
}
