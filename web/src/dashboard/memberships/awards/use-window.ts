/** Which rows of a long list are on the screen. All rows are of one height, so nothing needs to be measured. */

import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Rows beyond the edges, so that a quick scroll shows no gap. */
const SPARE = 8;

export type RowWindow = { first: number; last: number; scrollTo: (index: number) => void };

export function useRowWindow(
  box: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): RowWindow {
  const [{ top, height }, setView] = useState({ top: 0, height: 600 });

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [box]);

  const scrollTo = useCallback(
    (index: number) => {
      const element = box.current;
      if (element === null) return;
      const from = index * rowHeight;
      if (from < element.scrollTop) element.scrollTop = from;
      else if (from + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = from + rowHeight - element.clientHeight;
    },
    [box, rowHeight],
  );

  return {
    first: Math.max(0, Math.floor(top / rowHeight) - SPARE),
    last: Math.min(count, Math.ceil((top + height) / rowHeight) + SPARE),
    scrollTo,
  };
}
