import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** Scrolls a page that was just opened to its top. After the back button, the browser restores the position itself. */
export function useTopOfPage(): void {
  const [path] = useLocation();
  const shown = useRef(path);
  const isBack = useRef(false);
  useEffect(() => {
    const note = () => {
      isBack.current = true;
    };
    // In the capture phase, so that it runs before the router's own listener, which shows the other page.
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
