/** The script of a certificate's public page: copy, compare, follow and verify. The HTML works without it. */

import '../ui/typeface.css';
import './public.css';
import { type FileDigest, listenForComparison } from './compare-file.ts';
import { followAnchoring } from './follow-anchoring.ts';
import { byId, listenForCopies, make, showScriptParts } from './page-parts.ts';
import { WORDS } from './page-words.ts';

const { code, digest, algorithm, status } = document.querySelector<HTMLElement>('main')?.dataset ?? {};

// On a page without a certificate, this script does nothing.
const ALGORITHMS: readonly FileDigest['algorithm'][] = ['SHA-256', 'SHA-384', 'SHA-512'];
const named = ALGORITHMS.find((one) => one === algorithm);
if (code !== undefined && digest !== undefined && named !== undefined && status !== undefined)
  start(code, { algorithm: named, value: digest }, status);

function start(code: string, certified: FileDigest, status: string): void {
  showScriptParts();
  listenForCopies();
  openFoldsForPrint();
  const button = byId<HTMLButtonElement>('verify-now');
  const checks = byId('checks');
  const compared = listenForComparison(certified, () => button.click());
  button.addEventListener('click', async () => {
    if (globalThis.crypto?.subtle === undefined) {
      checks.replaceChildren(make('p', 'note note-warn', WORDS.needsHttps));
      return;
    }
    button.setAttribute('aria-busy', 'true');
    button.textContent = WORDS.checking;
    try {
      const { verifyHere } = await import('./verify-here.ts');
      checks.replaceChildren(...(await verifyHere({ code, certified, compared: compared() })));
    } catch {
      checks.replaceChildren(make('p', 'note note-bad', WORDS.failedToLoad));
    }
    button.removeAttribute('aria-busy');
    button.textContent = WORDS.again;
  });
  followAnchoring(code, status, () => {
    // Checks that the visitor made before the block was final were incomplete, so they are made again.
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
