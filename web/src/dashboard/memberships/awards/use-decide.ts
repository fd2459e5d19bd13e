import { useEffect, useMemo, useRef } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useToast } from '../../../ui/toast.tsx';
import { api, type Input, type Mode } from '../../api.ts';
import { useChange } from '../../use-change.ts';
import { type DecisionQueue, makeDecisionQueue } from './decision-queue.ts';
import { TEXT } from './text.ts';

/** The most that one call accepts. */
const MOST_IDS = 1_000;

type Sent = {
  ids: readonly string[];
  decision: Input<'decideAwards'>['decision'];
  reason: string | undefined;
};

/** Approvals and rejections wait some seconds; a revocation is sent at once, because a dialog has asked first. */
export function useDecide(mode: Mode, forget: (ids: ReadonlySet<string>) => void) {
  const text = useText(TEXT);
  const toast = useToast();
  const decide = useChange(
    async ({ ids, decision, reason }: Sent) => {
      const refused: { award_id: string; message: string | null }[] = [];
      for (let from = 0; from < ids.length; from += MOST_IDS) {
        const answer = await api.decideAwards(
          { ids: ids.slice(from, from + MOST_IDS), decision, ...(reason && { reason }) },
          { mode },
        );
        refused.push(...answer.rows.filter(({ error }) => error !== null));
      }
      return refused;
    },
    {
      onDone: (refused, { ids }) => {
        const kept = new Set(refused.map(({ award_id }) => award_id));
        forget(new Set(ids.filter((id) => !kept.has(id))));
        if (refused[0]) toast(text.refused(refused.length, refused[0].message ?? ''), 'bad');
      },
      saysRefusal: true,
    },
  );

  // The queue lives longer than one rendering, so it calls the `mutate` that is current when it sends.
  const send = useRef(decide.mutate);
  useEffect(() => {
    send.current = decide.mutate;
  });
  const queue = useMemo<DecisionQueue>(
    () => makeDecisionQueue(({ ids, decision, reason }) => send.current({ ids, decision, reason })),
    [],
  );
  useSendBeforeLeaving(queue);
  const revoke = (ids: readonly string[], reason: string) =>
    decide.mutateAsync({ ids, decision: 'revoke', reason });
  return { queue, revoke, isBusy: decide.isPending };
}

/**
 * Leaving for another page sends waiting decisions; closing the tab asks first, because a request might no longer be
 * sent.
 */
function useSendBeforeLeaving(queue: DecisionQueue): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (queue.waiting().length === 0) return;
      queue.flush();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      queue.flush();
    };
  }, [queue]);
}
