/** Updates the page while its certificate is being anchored. */

import { showScriptParts } from './page-parts.ts';
import type { PublicRecord } from './public-record.ts';

const SHORTEST_MS = 1_500;
const LONGEST_MS = 30_000;

/** Polls until the certificate is final; `onFinal` is called once. */
export function followAnchoring(code: string, status: string, onFinal: () => void): void {
  if (status === 'certified') return;
  let seen = '';
  const look = async () => {
    const progress = await readProgress(code);
    const fresh = progress && `${progress.updated_at} ${progress.timeline.map(({ state }) => state).join()}`;
    if (fresh !== undefined && fresh !== seen) {
      seen = fresh;
      await swapLiveParts();
    }
    if (progress?.status === 'certified') return onFinal();
    setTimeout(look, pauseMs(progress));
  };
  setTimeout(look, SHORTEST_MS);
}

/** Undefined when the server cannot be reached. */
async function readProgress(code: string): Promise<PublicRecord | undefined> {
  try {
    const answer = await fetch(`/v/${code}.json`, { cache: 'no-cache' });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces parts of the page with those that the server renders now, so that the words exist only on the server. */
async function swapLiveParts(): Promise<void> {
  try {
    const { lang } = document.documentElement;
    const answer = await fetch(`${location.pathname}?lang=${lang}`, { cache: 'no-cache' });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const part of document.querySelectorAll<HTMLElement>('[data-live]')) {
      const next = fresh.querySelector<HTMLElement>(`[data-live="${part.dataset.live}"]`);
      if (next === null || next.outerHTML === part.outerHTML) continue;
      showScriptParts(next);
      part.replaceWith(document.adoptNode(next));
    }
    document.title = fresh.title;
  } catch {
    // If the connection failed, the next poll tries again.
  }
}

/**
 * The pause before the next poll is about a quarter of the estimated time left, so that a long wait costs few requests.
 */
function pauseMs(progress: PublicRecord | undefined): number {
  const seconds = progress?.estimate.seconds ?? 60;
  const ms = Math.min(Math.max((seconds * 1000) / 4, SHORTEST_MS), LONGEST_MS);
  return document.visibilityState === 'hidden' ? LONGEST_MS : ms;
}
