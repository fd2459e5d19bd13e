import { lazy, Suspense, useEffect, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SHELL_TEXT } from '../text.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The button that opens the search, and its keys on every page: ⌘K, or Ctrl+K. */
export function PaletteOpener() {
  const text = useText(SHELL_TEXT);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const isAsked = event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey);
      if (!isAsked || event.shiftKey || event.altKey) return;
      // Otherwise the browser would search the web.
      event.preventDefault();
      // Not while a dialog is open, because unsaved input there would be hidden.
      if (document.querySelector('dialog[open]') === null) setOpen(true);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button
        type="button"
        className="palette-opener"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span className="palette-opener-words">{text.search}</span>
        <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
