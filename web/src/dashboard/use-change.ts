/** A change requested on a page: whether it is running, why it was refused, and what happens once it is done. */

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../ui/toast.tsx';

export type AfterChange<Answer, Given> = {
  /** Queries that are read again before the change counts as done. */
  awaits?: readonly QueryKey[];
  /** Queries that are read again in the background. */
  refreshes?: readonly QueryKey[];
  /** Long lists, which start from their first page again. */
  resets?: readonly QueryKey[];
  /** The query whose data the answer replaces. */
  sets?: QueryKey;
  /** A message. */
  say?: string | ((answer: Answer) => string);
  undo?: { label: string; run: () => void } | undefined;
  onDone?: (answer: Answer, given: Given) => unknown;
  /** Shows a refusal as a message, for a change without a form that shows it. */
  saysRefusal?: boolean;
  onRefused?: (error: Error) => void;
};

export function useChange<Given = void, Answer = unknown>(
  change: (given: Given) => Promise<Answer>,
  after: AfterChange<Answer, Given> = {},
) {
  const { awaits = [], refreshes = [], resets = [], sets, say, undo, onDone, saysRefusal, onRefused } = after;
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: change,
    onSuccess: async (answer, given) => {
      for (const queryKey of resets) void queries.resetQueries({ queryKey });
      for (const queryKey of refreshes) void queries.invalidateQueries({ queryKey });
      if (sets) queries.setQueryData(sets, answer);
      await Promise.all(awaits.map((queryKey) => queries.invalidateQueries({ queryKey })));
      if (say !== undefined) toast(typeof say === 'string' ? say : say(answer), 'good', undo);
      await onDone?.(answer, given);
    },
    onError: (error) => {
      if (saysRefusal) toast(error.message, 'bad');
      onRefused?.(error);
    },
  });
}
