/** Whether the pages show live or test data. Remembered for the next visit. */

import { createContext, type ReactNode, useContext, useState } from 'react';
import type { Mode } from './api.ts';

const STORED = 'sello.mode';

type ModeState = readonly [Mode, (mode: Mode) => void];

const ModeContext = createContext<ModeState>(['live', () => {}]);

export const useMode = (): ModeState => useContext(ModeContext);

export function ModeProvider({ children }: { children: ReactNode }) {
  const [mode, setMode] = useState<Mode>(() => (localStorage.getItem(STORED) === 'test' ? 'test' : 'live'));
  const change = (next: Mode) => {
    localStorage.setItem(STORED, next);
    setMode(next);
  };
  return <ModeContext value={[mode, change]}>{children}</ModeContext>;
}
