/** A change of a webhook: what the pages know of webhooks is asked for again. */

import { useMutation, useQueryClient } from '@tanstack/react-query';

type Known = 'webhooks' | 'webhook' | 'deliveries';

export function useChange<Answer>(
  change: () => Promise<Answer>,
  onDone: (answer: Answer) => void,
  changed: readonly Known[] = ['webhooks', 'webhook', 'deliveries'],
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      onDone(answer);
      for (const name of changed) void queries.invalidateQueries({ queryKey: [name] });
    },
  });
}
