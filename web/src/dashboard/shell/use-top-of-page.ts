import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** A page that was just opened begins at its top. The back button leads to where one was: that is the browser's work. */
export function useTopOfPage(): void {
  const [path] = useLocation();
  const shown = useRef(path);
  const isBack = useRef(false);
  useEffect(() => {
    const note = () => {
      isBack.current = true;
    };
    // While capturing: the router's own listener already shows the other page.
    window.addEventListener('popstate', note, { capture: true });
    return () => window.removeEventListener('popstate', note, { capture: true });
  }, []);
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    if (!isBack.current) window.scrollTo({ top: 0 });
    isBack.current = false;
  }, [path]);
}
