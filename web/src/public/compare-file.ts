/** Hashes a dropped file in the browser and says whether it is the certified one. */

import { hashFile, hexOf } from '../hashing/hash-file.ts';
import type { HashAlgorithm } from '../hashing/hash-worker.ts';
import { byId, listenForFiles, make, mark } from './page-parts.ts';
import { WORDS } from './page-words.ts';

/** The digest that was time-stamped, in hexadecimal. */
export type FileDigest = { algorithm: HashAlgorithm; value: string };

export type Compared = { digest: Uint8Array; isMatch: boolean };

/** The returned function gives the latest result of the comparison; `onCompared` is called after each comparison. */
export function listenForComparison(
  certified: FileDigest,
  onCompared: () => void,
): () => Compared | undefined {
  const result = byId('compare-result');
  let compared: Compared | undefined;
  let running = new AbortController();
  listenForFiles(byId('drop'), byId<HTMLInputElement>('file'), async ([file]) => {
    if (file === undefined) return;
    running.abort();
    const own = new AbortController();
    running = own;
    compared = undefined;
    const { box, progress } = progressBox(file.name, () => own.abort());
    result.replaceChildren(box);
    result.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
    try {
      const digest = await hashFile(file, certified.algorithm, {
        signal: own.signal,
        onProgress: (fraction) => {
          progress.value = fraction;
        },
      });
      const isMatch = hexOf(digest) === certified.value;
      compared = { digest, isMatch };
      result.replaceChildren(outcomeBox(file.name, isMatch, hexOf(digest)));
      onCompared();
    } catch {
      // If a newer file is being compared, the result of that comparison stays.
      if (own !== running) return;
      result.replaceChildren(make('p', 'muted', own.signal.aborted ? WORDS.cancelled : WORDS.unreadable));
    }
  });
  return () => compared;
}

function progressBox(name: string, cancel: () => void) {
  const progress = make('progress', '');
  progress.max = 1;
  progress.value = 0;
  progress.setAttribute('aria-label', WORDS.hashing);
  const button = make('button', 'button button-secondary button-small', WORDS.cancel);
  button.type = 'button';
  button.addEventListener('click', cancel);
  const label = make(
    'p',
    'progress-label',
    make('span', '', `${WORDS.hashing} `, make('bdi', '', name)),
    button,
  );
  return { box: make('div', 'progress', label, progress), progress };
}

function outcomeBox(name: string, isMatch: boolean, digest: string): HTMLElement {
  const why = isMatch ? [WORDS.matchWhy] : [WORDS.mismatchWhy, ' ', make('code', 'mono', digest)];
  const box = make(
    'div',
    'outcome',
    mark(isMatch ? 'pass' : 'fail'),
    make(
      'div',
      '',
      make('p', 'outcome-head', isMatch ? WORDS.match : WORDS.mismatch),
      make('p', 'outcome-why', make('bdi', '', name), ': ', ...why),
    ),
  );
  box.dataset.outcome = isMatch ? 'match' : 'mismatch';
  return box;
}
