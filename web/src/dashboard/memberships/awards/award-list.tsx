import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useRows } from '../../../ui/use-rows.ts';
import type { QueuedAward } from '../../api.ts';
import { TEXT } from './text.ts';

const ROW_HEIGHT = 68;
/** More rows are fetched when this many are left below. */
const AHEAD = 100;

type AwardListProps = {
  rows: readonly QueuedAward[];
  active: string | undefined;
  index: number;
  selected: ReadonlySet<string>;
  onActive: (id: string) => void;
  /** Undefined if there is nothing to do with marked awards. */
  onToggle: ((id: string) => void) | undefined;
  onMove: (by: number) => void;
  onEnd: () => void;
};

/** A WAI-ARIA list box: only the visible rows exist, and each states its position and the total. */
export function AwardList({
  rows,
  active,
  index,
  selected,
  onActive,
  onToggle,
  onMove,
  onEnd,
}: AwardListProps) {
  const text = useText(TEXT);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const { shown, height, scrollTo } = useRows({
    box,
    count: rows.length,
    height: ROW_HEIGHT,
    onNearEnd: onEnd,
    ahead: AHEAD,
  });
  useEffect(() => scrollTo(index), [index, scrollTo]);

  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 8,
      PageUp: -8,
      Home: -rows.length,
      End: rows.length,
    };
    const by = steps[event.key];
    if (by === undefined && (event.key !== ' ' || onToggle === undefined)) return;
    event.preventDefault();
    if (by !== undefined) onMove(by);
    else if (active !== undefined) onToggle?.(active);
  };

  return (
    <div
      ref={box}
      className="queue-list"
      role="listbox"
      aria-label={text.list}
      aria-multiselectable={onToggle !== undefined}
      aria-activedescendant={active && `${id}-${active}`}
      tabIndex={0}
      onKeyDown={press}
    >
      <div role="presentation" style={{ height, position: 'relative' }}>
        {shown.map(({ index: place }) => {
          const row = rows[place];
          return (
            row !== undefined && (
              <Row
                key={row.award.id}
                id={`${id}-${row.award.id}`}
                row={row}
                place={place}
                count={rows.length}
                isActive={row.award.id === active}
                isSelected={onToggle ? selected.has(row.award.id) : undefined}
                onActive={() => onActive(row.award.id)}
                onToggle={() => onToggle?.(row.award.id)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

type RowProps = {
  id: string;
  row: QueuedAward;
  place: number;
  count: number;
  isActive: boolean;
  /** Undefined if awards cannot be marked. */
  isSelected: boolean | undefined;
  onActive: () => void;
  onToggle: () => void;
};

function Row({ id, row, place, count, isActive, isSelected, onActive, onToggle }: RowProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { award, member, title } = row;
  const points = award.points.reduce((sum, line) => sum + line.points, 0);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus, and names the row that is active.
    <div
      id={id}
      role="option"
      // If rows cannot be marked, the active row counts as selected.
      aria-selected={isSelected ?? isActive}
      aria-setsize={count}
      aria-posinset={place + 1}
      className={classNames('queue-row', isActive && 'queue-row-active', isSelected && 'queue-row-selected')}
      style={{ top: place * ROW_HEIGHT, height: ROW_HEIGHT }}
      onClick={(event) => {
        onActive();
        if ((event.target as HTMLElement).closest('.queue-mark')) onToggle();
      }}
    >
      {isSelected !== undefined && (
        <span className="queue-mark">{isSelected && <Icon name="check" size={14} />}</span>
      )}
      <span className="queue-row-main">
        <span className="queue-row-name">
          <bdi>{member.name || text.anonymous}</bdi>
        </span>
        <span className="muted small queue-row-title">
          <bdi>{title}</bdi>
        </span>
      </span>
      <span className="queue-row-end small">
        <strong>{formats.decimal(points)}</strong>
        <span className="muted">{formats.day(award.completed_on)}</span>
      </span>
      {award.evidence.length > 0 && (
        <span className="queue-row-evidence" title={text.hasEvidence}>
          <Icon name="link" size={14} />
          <span className="visually-hidden">{text.hasEvidence}</span>
        </span>
      )}
    </div>
  );
}
