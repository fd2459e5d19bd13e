/**
 * Which part of the desk is shown. It is kept in the address after the #, so that "back" works and a reload shows the
 * same part.
 */

import { useCallback, useSyncExternalStore } from 'react';

export type Shown =
  | { part: 'home' }
  | { part: 'propose' }
  | { part: 'course'; id: string }
  | { part: 'send'; id: string }
  | { part: 'roster'; id: string };

const PARTS = ['course', 'send', 'roster'] as const;

export function useShown(): [shown: Shown, show: (next: Shown) => void] {
  const hash = useSyncExternalStore(
    (tell) => {
      addEventListener('hashchange', tell);
      return () => removeEventListener('hashchange', tell);
    },
    () => location.hash,
  );
  const show = useCallback((next: Shown) => {
    location.hash = hrefOf(next).slice(1);
    scrollTo(0, 0);
  }, []);
  return [shownBy(hash), show];
}

export function hrefOf(shown: Shown): string {
  if (shown.part === 'home') return '#/';
  return 'id' in shown ? `#/${shown.part}/${shown.id}` : `#/${shown.part}`;
}

function shownBy(hash: string): Shown {
  if (hash === '#/propose') return { part: 'propose' };
  const [, named, id = ''] = /^#\/(\w+)\/(\w+)$/.exec(hash) ?? [];
  const part = PARTS.find((one) => one === named);
  return part === undefined ? { part: 'home' } : { part, id };
}
