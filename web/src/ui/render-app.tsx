import { options } from 'preact';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

// Effects run before the next key press, as in React. Preact would wait for the next frame, and a person who opens a
// menu and moves down in it may be faster than a slow screen.
options.requestAnimationFrame = queueMicrotask;

export function renderApp(app: ReactNode): void {
  const root = document.getElementById('app');
  if (root !== null) createRoot(root).render(<StrictMode>{app}</StrictMode>);
}
