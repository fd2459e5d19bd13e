/** The script of a certificate's public page: copy, compare, follow and verify. The HTML works without it. */

import '../ui/typeface.css';
import './public.css';
import { listenForComparison } from './compare-file.ts';
import { followAnchoring } from './follow-anchoring.ts';
import { byId, listenForCopies, make, showScriptParts } from './page-parts.ts';
import { WORDS } from './page-words.ts';

const { code, sha256, status } = document.querySelector<HTMLElement>('main')?.dataset ?? {};

// A page without a certificate has nothing to do.
if (code !== undefined && sha256 !== undefined && status !== undefined) start(code, sha256, status);

function start(code: string, sha256: string, status: string): void {
  showScriptParts();
  listenForCopies();
  openFoldsForPrint();
  const button = byId<HTMLButtonElement>('verify-now');
  const checks = byId('checks');
  const compared = listenForComparison(sha256, () => button.click());
  button.addEventListener('click', async () => {
    if (globalThis.crypto?.subtle === undefined) {
      checks.replaceChildren(make('p', 'note note-warn', WORDS.needsHttps));
      return;
    }
    button.setAttribute('aria-busy', 'true');
    button.textContent = WORDS.checking;
    try {
      const { verifyHere } = await import('./verify-here.ts');
      checks.replaceChildren(...(await verifyHere({ code, sha256, compared: compared() })));
    } catch {
      checks.replaceChildren(make('p', 'note note-bad', WORDS.failedToLoad));
    }
    button.removeAttribute('aria-busy');
    button.textContent = WORDS.again;
  });
  followAnchoring(code, status, () => {
    // If the visitor has already made the checks, they were incomplete before the block was final, so they are made
    // again.
    if (checks.childElementCount > 0) button.click();
  });
}

/** Folded parts are printed too. */
function openFoldsForPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')];
    for (const fold of opened) fold.open = true;
  });
  addEventListener('afterprint', () => {
    for (const fold of opened) fold.open = false;
  });
}
