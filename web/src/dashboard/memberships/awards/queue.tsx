/** The list, the selected award beside it, and the actions for one or several awards. */

import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import type { QueuedAward } from '../../api.ts';
import { useMay } from '../../may.tsx';
import { useMode } from '../../mode.tsx';
import { AwardDetail } from './award-detail.tsx';
import { AwardList } from './award-list.tsx';
import type { AwardQuery } from './award-query.ts';
import type { Waiting } from './decision-queue.ts';
import { AwardReasonDialog } from './reason-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TEXT } from './text.ts';
import { useAwards } from './use-awards.ts';
import { useDecide } from './use-decide.ts';

type Asking = { decision: 'reject' | 'revoke'; ids: readonly string[] };

export function Queue({ query, onHelp }: { query: AwardQuery; onHelp: () => void }) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const list = useAwards(mode, query);
  const { queue, revoke, isBusy } = useDecide(mode, list.forget);
  const waiting = useSyncExternalStore(queue.subscribe, queue.waiting);
  const rows = useMemo(() => withoutWaiting(list.rows, waiting), [list.rows, waiting]);
  const { active, index, setActive, selected, toggle, setSelected } = useChosen(rows);
  const [asking, setAsking] = useState<Asking>();

  const chosen =
    selected.size > 0 ? rows.filter(({ award }) => selected.has(award.id)) : active ? [active] : [];
  const ids = chosen.map(({ award }) => award.id);
  // Awards that the person reported are left out, as the server would do, because somebody else must decide them.
  const decidable = chosen.filter((row) => !row.reported_by_you).map(({ award }) => award.id);
  const settle = (decision: 'approve' | 'reject', reason?: string, those = decidable) => {
    if (those.length === 0) return;
    const gone = new Set(those);
    const next = rows.slice(index).find(({ award }) => !gone.has(award.id));
    setActive((next ?? rows.findLast(({ award }) => !gone.has(award.id)))?.award.id);
    setSelected(new Set());
    queue.add({ ids: those, decision, reason });
  };
  const ask = (decision: Asking['decision']) => {
    const those = decision === 'reject' ? decidable : ids;
    if (those.length > 0) setAsking({ decision, ids: those });
  };
  const move = (by: number) => setActive(rows[Math.min(rows.length - 1, Math.max(0, index + by))]?.award.id);
  const mayDecide = useMay()('decideAwards');
  const isPending = query.status === 'pending';
  // Awards can be marked only where marked awards can be decided.
  const mayMark = mayDecide && (isPending || query.status === 'approved');
  useQueueKeys({
    j: () => move(1),
    k: () => move(-1),
    ...(mayDecide && { '?': onHelp }),
    ...(mayMark && { x: () => active && toggle(active.award.id) }),
    ...(mayDecide && isPending && { a: () => settle('approve'), r: () => ask('reject') }),
    ...(mayDecide && query.status === 'approved' && { v: () => ask('revoke') }),
  });

  return (
    <Loaded
      // If the next rows fail to load, the rows already loaded stay.
      found={{ ...list, data: list.error && list.rows.length === 0 ? undefined : list.data }}
      lines={10}
      frame="padding"
    >
      {() => (
        <>
          {rows.length === 0 && !list.hasNextPage ? (
            <EmptyState icon="check" title={isPending ? text.doneTitle : text.noneTitle}>
              {isPending ? text.done : text.none}
            </EmptyState>
          ) : (
            <>
              <SelectionBar
                query={query}
                total={Math.max(0, list.total - (list.rows.length - rows.length))}
                isMore={list.isMore}
                loaded={rows.length}
                selected={selected.size}
                isOwn={chosen.length > 0 && decidable.length === 0}
                onAll={
                  mayMark
                    ? (all) => setSelected(new Set(all ? rows.map(({ award }) => award.id) : []))
                    : undefined
                }
                onApprove={() => settle('approve')}
                onReject={() => ask('reject')}
                onRevoke={() => ask('revoke')}
              />
              <div className="queue">
                <AwardList
                  rows={rows}
                  active={active?.award.id}
                  index={index}
                  selected={selected}
                  onActive={setActive}
                  onToggle={mayMark ? toggle : undefined}
                  onMove={move}
                  onEnd={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
                />
                {active && <AwardDetail row={active} />}
              </div>
            </>
          )}
          <UndoBar waiting={waiting} onUndo={queue.undo} />
          {asking && (
            <AwardReasonDialog
              decision={asking.decision}
              count={asking.ids.length}
              onClose={() => setAsking(undefined)}
              change={{
                isPending: isBusy,
                // Shown as a message.
                error: null,
                mutate: async (reason) => {
                  if (asking.decision === 'reject') settle('reject', reason, [...asking.ids]);
                  else await revoke(asking.ids, reason);
                  setAsking(undefined);
                },
              }}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function withoutWaiting(rows: readonly QueuedAward[], waiting: readonly { ids: readonly string[] }[]) {
  if (waiting.length === 0) return rows;
  const gone = new Set(waiting.flatMap(({ ids }) => ids));
  return rows.filter(({ award }) => !gone.has(award.id));
}

/** The active award, and the marked ones (`selected`). */
function useChosen(rows: readonly QueuedAward[]) {
  const [activeId, setActive] = useState<string | undefined>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const found = rows.findIndex(({ award }) => award.id === activeId);
  const index = found === -1 ? 0 : found;
  const toggle = useCallback((id: string) => {
    setSelected((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  useEffect(() => {
    if (activeId === undefined && rows[0]) setActive(rows[0].award.id);
  }, [activeId, rows]);
  return { active: rows[index], index, setActive, selected, setSelected, toggle };
}

/** The latest decisions, with a way to undo them. */
function UndoBar({ waiting, onUndo }: { waiting: readonly Waiting[]; onUndo: (id: number) => void }) {
  const text = useText(TEXT);
  const formats = useFormats();
  return (
    <div className="undo" role="status">
      {waiting.slice(-3).map(({ id, ids, decision }) => (
        <div key={id} className="undo-line">
          <Icon name={decision === 'approve' ? 'check' : 'close'} />
          <span>{text.willSend[decision](formats.number(ids.length))}</span>
          <Button size="small" onClick={() => onUndo(id)}>
            {text.undo}
          </Button>
        </div>
      ))}
    </div>
  );
}

/**
 * The keyboard shortcuts of the queue. They work wherever the focus is, except while somebody types or a dialog is
 * open.
 */
type QueueKeys = Readonly<Record<string, () => void>>;

function useQueueKeys(keys: QueueKeys): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const work = current.current[event.key];
      if (work === undefined) return;
      event.preventDefault();
      work();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');
}
