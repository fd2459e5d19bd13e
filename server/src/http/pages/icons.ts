/**
 * Icons of the server-rendered pages. They have the colour of the surrounding text and are hidden from screen
 * readers.
 */

import { type Html, raw } from './html.ts';

const icon = (paths: string, box = 24): Html =>
  raw(
    `<svg class="icon" viewBox="0 0 ${box} ${box}" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${paths}</svg>`,
  );

export const ICONS = {
  valid: seal('<path d="M15.5 24.5l6 6 11.5-13"/>'),
  anchoring: seal('<path d="M15.5 24.5l6 6 11.5-13"/>'),
  test: seal('<path d="M24 14.5v12M24 33v.5"/>'),
  not_accredited: seal('<path d="M24 14.5v12M24 33v.5"/>'),
  not_found: seal('<path d="M17 17l14 14M31 17L17 31"/>'),
  download: icon('<path d="M12 4v11m0 0l-4.5-4.5M12 15l4.5-4.5M5 20h14"/>'),
  clock: icon('<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>'),
  file: icon('<path d="M7 3.5h7l4.5 4.5v12.5H7zM14 3.5V8h4.5"/>'),
  done: icon('<path d="M6.5 12.5l4 4 7.5-9"/>'),
} as const;

function seal(inner: string): Html {
  const rim = sealRim();
  return raw(
    `<svg class="seal" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path class="seal-rim" fill="currentColor" stroke="none" d="${rim}"/><g class="seal-mark">${inner}</g></svg>`,
  );
}

/** Draws the rim of the seal: sixteen petals around a disc. */
function sealRim(): string {
  const petals = 16;
  const at = (radius: number, turn: number) =>
    `${(24 + radius * Math.cos(turn)).toFixed(2)} ${(24 + radius * Math.sin(turn)).toFixed(2)}`;
  const step = (2 * Math.PI) / petals;
  let path = `M${at(20.5, 0)}`;
  for (let petal = 0; petal < petals; petal += 1)
    path += `Q${at(25.3, (petal + 0.5) * step)} ${at(20.5, (petal + 1) * step)}`;
  return `${path}Z`;
}
