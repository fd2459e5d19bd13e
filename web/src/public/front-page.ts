/** The script of the front page: the area that verifies files, and the sample that the visitor can edit. */

import '../ui/typeface.css';
import './public.css';
import './front.css';
import { hashFile, hexOf } from '../hashing/hash-file.ts';
import { byId, make } from './page-parts.ts';
import { WORDS } from './page-words.ts';
import './verify-zone.ts';

// The element is missing if the server could not stamp a sample.
const sample = document.getElementById('sample');
if (sample !== null) startSample(sample.dataset);

function startSample({ sha256 = '', tsr = '', chain = '' }: DOMStringMap): void {
  const text = byId<HTMLTextAreaElement>('sample-text');
  const verdict = byId('sample-verdict');
  const restore = byId('sample-restore');
  const check = byId<HTMLButtonElement>('sample-check');
  const checks = byId('sample-checks');
  const original = text.value;
  text.readOnly = false;

  const compare = async () => {
    const typed = text.value;
    const found = hexOf(await hashFile(new Blob([typed]), 'SHA-256'));
    // The visitor typed more while this was computed, so the result is outdated.
    if (typed !== text.value) return;
    const isMatch = found === sha256;
    byId('sample-now').textContent = found;
    verdict.dataset.outcome = isMatch ? 'match' : 'mismatch';
    verdict.textContent = (isMatch ? verdict.dataset.match : verdict.dataset.mismatch) ?? '';
    restore.hidden = isMatch;
    checks.replaceChildren();
  };
  text.addEventListener('input', () => void compare());
  restore.addEventListener('click', () => {
    text.value = original;
    text.focus();
    void compare();
  });
  check.addEventListener('click', async () => {
    if (globalThis.crypto?.subtle === undefined) {
      checks.replaceChildren(make('p', 'note note-warn', WORDS.needsHttps));
      return;
    }
    check.setAttribute('aria-busy', 'true');
    try {
      const { verifySample } = await import('./verify-sample.ts');
      checks.replaceChildren(...(await verifySample(text.value, tsr, chain)));
    } catch {
      checks.replaceChildren(make('p', 'note note-bad', WORDS.failedToLoad));
    }
    check.removeAttribute('aria-busy');
  });
  void compare();
}
