import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

export function renderApp(app: ReactNode): void {
  const root = document.getElementById('app');
  if (root !== null) createRoot(root).render(<StrictMode>{app}</StrictMode>);
}
