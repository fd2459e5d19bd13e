/** The light, dark or system theme, kept as `data-theme` on the root element for `tokens.css`. */

import { useState } from 'react';
import { writePreference } from './preference.ts';

export type Theme = 'light' | 'dark' | 'system';

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(
    () => (document.documentElement.dataset.theme as Theme | undefined) ?? 'system',
  );
  const change = (next: Theme) => {
    writePreference('theme', next === 'system' ? undefined : next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    setTheme(next);
  };
  return [theme, change];
}
