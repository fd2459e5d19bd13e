/**
 * The drawings of the front page. Their colours come from classes, because our pages' policy allows no inline style.
 */

import { type Html, html, raw } from '../../http/pages/html.ts';

const POINTS = 180;
const CURVES = 14;

/** A guilloche, the line pattern of banknotes: one curve, drawn again and again at another angle. */
export function rosette(): Html {
  const rings = [
    { radius: 78, depth: 18, waves: 12 },
    { radius: 44, depth: 14, waves: 8 },
  ];
  return raw(
    `<svg class="front-rosette" viewBox="-100 -100 200 200" fill="none" stroke="currentColor" aria-hidden="true" focusable="false">${rings.map(ring).join('')}</svg>`,
  );
}

function ring({ radius, depth, waves }: { radius: number; depth: number; waves: number }): string {
  const points = Array.from({ length: POINTS }, (_, step) => {
    const angle = (step / POINTS) * 2 * Math.PI;
    const distance = radius + depth * Math.cos(waves * angle);
    return `${(distance * Math.cos(angle)).toFixed(1)} ${(distance * Math.sin(angle)).toFixed(1)}`;
  });
  const id = `ring-${waves}`;
  const copies = Array.from({ length: CURVES - 1 }, (_, turn) => {
    const degrees = (((turn + 1) / CURVES) * 360) / waves;
    return `<use href="#${id}" transform="rotate(${degrees.toFixed(2)})"/>`;
  });
  return `<path id="${id}" d="M${points.join('L')}Z"/>${copies.join('')}`;
}

/** The picture of a step. `label` describes it for people who cannot see it. */
export function stepPicture(step: number, label: string): Html {
  return html`<svg class="step-picture" viewBox="0 0 320 160" fill="none" role="img" aria-label="${label}" focusable="false">${PICTURES[step]}</svg>`;
}

const SHEET =
  '<path class="p-sheet" d="M0 6a6 6 0 0 1 6-6h46l24 24v74a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6z"/><path class="p-fold" d="M52 0l24 24H58a6 6 0 0 1-6-6z"/>';

/** Lines of text on the sheet. */
const LINES = '<path class="p-line" d="M14 40h34M14 54h48M14 68h40M14 82h26"/>';

const ARROW = '<path class="p-arrow" d="M0 0h30m-9-9l9 9-9 9"/>';

/** A pattern of sixteen dark and light squares, which represents a fingerprint. */
function squares(pattern: string, size: number, gap: number): string {
  return [...pattern]
    .map((kind, index) => {
      const [x, y] = [(index % 4) * (size + gap), Math.floor(index / 4) * (size + gap)];
      return `<rect class="p-${kind === '1' ? 'on' : kind === '2' ? 'mid' : 'off'}" x="${x}" y="${y}" width="${size}" height="${size}" rx="3"/>`;
    })
    .join('');
}

const FINGERPRINT = squares('1021201121011200', 18, 5);

function seal(): string {
  const petals = 16;
  const at = (radius: number, turn: number) =>
    `${(radius * Math.cos(turn)).toFixed(1)} ${(radius * Math.sin(turn)).toFixed(1)}`;
  const step = (2 * Math.PI) / petals;
  let rim = `M${at(45, 0)}`;
  for (let petal = 0; petal < petals; petal += 1)
    rim += `Q${at(55, (petal + 0.5) * step)} ${at(45, (petal + 1) * step)}`;
  return `<path class="p-seal" d="${rim}Z"/><circle class="p-face" r="30"/><path class="p-hands" d="M0-18V0l12 9"/><path class="p-ticks" d="M0-26v3M0 26v-3M-26 0h3M26 0h-3"/>`;
}

/**
 * A tree: two pairs of leaves, each under a node, and the root above both nodes. An arrow leads from the root to a
 * chain of blocks.
 */
const TREE =
  '<path class="p-branch" d="M76 22L46 58M76 22l30 36M46 58L28 94M46 58l18 36M106 58L88 94M106 58l18 36"/>' +
  '<rect class="p-on" x="66" y="12" width="20" height="20" rx="5"/>' +
  [36, 96].map((x) => `<rect class="p-mid" x="${x}" y="48" width="20" height="20" rx="5"/>`).join('') +
  [18, 54, 78, 114]
    .map(
      (x, index) =>
        `<rect class="${index === 1 ? 'p-on' : 'p-off'}" x="${x}" y="86" width="20" height="20" rx="5"/>`,
    )
    .join('');

const CHAIN =
  [0, 1, 2]
    .map((index) => `<rect class="p-block" x="${index * 44}" y="0" width="34" height="34" rx="7"/>`)
    .join('') +
  '<path class="p-link" d="M34 17h10M78 17h10"/><rect class="p-on" x="53" y="9" width="16" height="16" rx="4"/>';

const PICTURES: readonly Html[] = [
  `<g transform="translate(44 28)">${SHEET}${LINES}</g><g transform="translate(144 80)">${ARROW}</g><g transform="translate(196 37)">${FINGERPRINT}</g>`,
  `<g transform="translate(60 37)">${FINGERPRINT}</g><g transform="translate(214 80)">${seal()}</g>`,
  `<g transform="translate(6 20)">${TREE}</g><g transform="translate(178 63)">${CHAIN}</g><path class="p-dash" d="M96 42C150 30 172 40 222 62"/>`,
].map(raw);
