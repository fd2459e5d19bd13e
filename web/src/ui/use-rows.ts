/** Decides which rows of a long list are in the document: those on the screen and some beyond its edges. */

import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';

/** How many rows are kept beyond both edges, so that scrolling shows no gaps. */
const SPARE = 8;

type RowsOptions = {
  /** The element that scrolls. */
  box: RefObject<HTMLElement | null>;
  count: number;
  /** The height of every row in pixels. It is the same for all, so nothing needs to be measured. */
  height: number;
  /** Called when this many rows or fewer are left below. */
  onNearEnd?: (() => void) | undefined;
  ahead?: number;
};

type Rows = {
  shown: readonly VirtualItem[];
  /** The height of all rows together. */
  height: number;
  /** Scrolls only as far as needed to show the row. */
  scrollTo: (index: number) => void;
};

export function useRows({ box, count, height, onNearEnd, ahead = SPARE }: RowsOptions): Rows {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: SPARE,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a phone that is turned has rows of another height.
  useEffect(() => virtual.measure(), [virtual, height]);
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const nearEnd = useRef(onNearEnd);
  nearEnd.current = onNearEnd;
  useEffect(() => {
    if (last + ahead >= count) nearEnd.current?.();
  }, [last, count, ahead]);
  return { shown, height: virtual.getTotalSize(), scrollTo: virtual.scrollToIndex };
}
