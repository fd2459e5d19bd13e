import { options } from 'preact';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

// Effects run before the next key, as in React: Preact would wait for the next frame, and somebody who opens a menu and
// goes down in it may be faster than a slow screen.
options.requestAnimationFrame = queueMicrotask;

export function renderApp(app: ReactNode): void {
  const root = document.getElementById('app');
  if (root !== null) createRoot(root).render(<StrictMode>{app}</StrictMode>);
}
