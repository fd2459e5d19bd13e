import { useEffect, useRef } from 'react';

/** Calls back when the theme changes, by the person's choice or the system's. */
export function useThemeChange(onChange: () => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    const tell = () => latest.current();
    const system = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(tell);
    system.addEventListener('change', tell);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', tell);
      chosen.disconnect();
    };
  }, []);
}
