/**
 * Breaks any text into lines. Every character is shown, by a glyph of some font or by a box with its number, and
 * is preserved when the text is copied from the page.
 */

import { drawnBy, type FaceName, faceFor, widthOf } from './pdf-fonts.ts';

export type Ink = {
  face: FaceName;
  size: number;
  color: string;
  /** The space after each character, as a share of the size. */
  tracking?: number;
};

export type Line = { pieces: readonly Piece[]; width: number; clips: boolean };

/** Text that is drawn in one call. */
export type Piece = {
  /** The font. If undefined, a box with the number of the character is drawn. */
  face: FaceName | undefined;
  drawn: string;
  /** The original text; `drawn` may leave characters out. */
  text: string;
  width: number;
  isRightToLeft: boolean;
};

type Cluster = {
  text: string;
  drawn: string;
  face: FaceName | undefined;
  width: number;
  direction: 'left' | 'right' | 'number' | 'neutral';
};

/** Keeps the text's own line breaks and adds others to fit `maxWidth`. */
export function setLines(text: string, ink: Ink, maxWidth: number): Line[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .flatMap((paragraph) => breakLines(toClusters(paragraph, ink, maxWidth), maxWidth))
    .map((clusters) => toLine(clusters, ink));
}

// ── Characters ───────────────────────────────────────────────────────────────

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function toClusters(paragraph: string, ink: Ink, maxWidth: number): Cluster[] {
  const known = new Map<string, Cluster[]>();
  return [...graphemes.segment(paragraph)].flatMap(({ segment }) => {
    let clusters = known.get(segment);
    if (clusters === undefined) {
      const [start, rest] = cutLong(segment);
      clusters = [...pickFaces(start, ink, maxWidth), ...Array.from(rest, (char) => toBox(char, ink))];
      known.set(segment, clusters);
    }
    return clusters;
  });
}

/** The most characters of a cluster: more than any letter with its accents, and any emoji, has. */
const LONGEST_CLUSTER = 16;

/**
 * Cuts a cluster that is too long. To place a mark, all marks before it are looked at, so thousands on one letter
 * would take seconds.
 */
function cutLong(cluster: string): [start: string, rest: string[]] {
  const chars = cluster.length <= LONGEST_CLUSTER ? [] : [...cluster];
  if (chars.length <= LONGEST_CLUSTER) return [cluster, []];
  return [chars.slice(0, LONGEST_CLUSTER).join(''), chars.slice(LONGEST_CLUSTER)];
}

/**
 * Chooses fonts. A cluster is split into characters if no font has all of it, if it hides something, or if it is
 * wider than the column.
 */
function pickFaces(cluster: string, ink: Ink, maxWidth: number): Cluster[] {
  const whole = hidesSomething(cluster) ? undefined : toCluster(cluster, ink);
  if (whole !== undefined && whole.width <= maxWidth) return [whole];
  return [...cluster].map((char) => toCluster(char, ink) ?? toBox(char, ink));
}

function toCluster(text: string, ink: Ink): Cluster | undefined {
  const shown = SPACE.test(text) ? ' ' : text;
  if (INVISIBLE.test(shown)) return undefined;
  const face = faceFor(shown, ink.face);
  if (face === undefined) return undefined;
  const drawn = drawnBy(face, shown);
  const width = widthOf(face, drawn) * ink.size + spacingOf(drawn, ink);
  return { text, drawn, face, width, direction: directionOf(text) };
}

function spacingOf(drawn: string, { size, tracking = 0 }: Ink): number {
  return tracking === 0 ? 0 : [...drawn].length * size * tracking;
}

function toBox(text: string, { size }: Ink): Cluster {
  const columns = Math.ceil(hexOf(text).length / 2);
  return {
    text,
    drawn: text,
    face: undefined,
    width: size * (0.3 + 0.3 * columns),
    direction: directionOf(text),
  };
}

export function hexOf(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/**
 * Characters that cannot be seen. They are shown as a box: two titles that look the same must be the same, and a
 * direction override (U+202E) must be shown and not obeyed.
 */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}\p{Cn}]$/u;

/**
 * Whether a cluster hides something. Joiners and selectors have a use in emoji and some scripts; after a Latin letter
 * they are just hidden.
 */
function hidesSomething(cluster: string): boolean {
  return cluster.length > 1 && HIDDEN.test(cluster) && !NEEDS_HIDDEN.test(cluster);
}

/** Characters that are hidden. U+034F is left out, because it keeps stacked marks apart. */
const HIDDEN = /(?!\u034F)\p{Default_Ignorable_Code_Point}/u;
const NEEDS_HIDDEN =
  /\p{Extended_Pictographic}|\u20E3|[^\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]/u;

const SPACE = /^[\p{Zs}\t]$/u;

// ── Lines ────────────────────────────────────────────────────────────────────

function breakLines(clusters: readonly Cluster[], maxWidth: number): Cluster[][] {
  const lines: Cluster[][] = [];
  let line: Cluster[] = [];
  let width = 0;
  for (const cluster of clusters) {
    while (line.length > 0 && width + cluster.width > maxWidth && !SPACE.test(cluster.text)) {
      const at = breakPoint(line, cluster);
      lines.push(line.slice(0, at));
      line = line.slice(at);
      width = line.reduce((sum, one) => sum + one.width, 0);
    }
    line.push(cluster);
    width += cluster.width;
  }
  lines.push(line);
  return lines;
}

/**
 * How many clusters stay on the line: up to the last break at a space or a wide character, else up to the last
 * punctuation, else all.
 */
function breakPoint(line: readonly Cluster[], next: Cluster): number {
  for (const mayEnd of [isSpaceOrWide, isJoint]) {
    for (let at = line.length; at > 0; at--) {
      const [before, after] = [line[at - 1]?.text ?? '', (line[at] ?? next).text];
      if (mayEnd(before, after)) return at;
    }
  }
  return line.length;
}

function isSpaceOrWide(before: string, after: string): boolean {
  return SPACE.test(before) || WIDE.test(before) || WIDE.test(after);
}

/** Whether a long file name or URL may be broken after this character. */
function isJoint(before: string): boolean {
  return /^[-/\\_.,:;?&=@|]$/.test(before);
}

const WIDE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{Extended_Pictographic}]/u;

// ── Direction ────────────────────────────────────────────────────────────────

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

function directionOf(text: string): Cluster['direction'] {
  if (/^\p{Nd}/u.test(text)) return 'number';
  if (RIGHT_TO_LEFT.test(text)) return 'right';
  return /^\p{L}/u.test(text) ? 'left' : 'neutral';
}

/**
 * The pieces of a line from left to right. Pages are left to right. A stretch that begins and ends with right-to-left
 * letters is reversed as a whole, but its numbers are not.
 */
function toLine(clusters: readonly Cluster[], ink: Ink): Line {
  const pieces: Piece[] = [];
  for (let start = 0; start < clusters.length; ) {
    const end = endOfStretch(clusters, start);
    const isTurned = clusters[start]?.direction === 'right';
    const stretch = toPieces(clusters.slice(start, end), ink, isTurned);
    pieces.push(...(isTurned ? stretch.reverse() : stretch));
    start = end;
  }
  return {
    pieces,
    width: pieces.reduce((sum, { width }) => sum + width, 0),
    clips: clusters.some(({ text }) => /\p{M}/u.test(text)),
  };
}

function endOfStretch(clusters: readonly Cluster[], start: number): number {
  if (clusters[start]?.direction !== 'right') {
    const next = clusters.findIndex(({ direction }, i) => i > start && direction === 'right');
    return next < 0 ? clusters.length : next;
  }
  let end = start + 1;
  for (let i = end; i < clusters.length && clusters[i]?.direction !== 'left'; i++) {
    if (clusters[i]?.direction === 'right') end = i + 1;
  }
  return end;
}

/** The most characters of a piece: more than the visible letters that a line can hold. */
const LONGEST_PIECE = 256;

function toPieces(clusters: readonly Cluster[], ink: Ink, isTurned: boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const { text, drawn, face, width, direction } of clusters) {
    const isRightToLeft = isTurned && direction !== 'number';
    const last = pieces.at(-1);
    if (
      last !== undefined &&
      face !== undefined &&
      last.face === face &&
      last.drawn.length < LONGEST_PIECE &&
      last.isRightToLeft === isRightToLeft
    ) {
      last.text += text;
      last.drawn += drawn;
    } else {
      pieces.push({ face, drawn, text, width, isRightToLeft });
    }
  }
  for (const piece of pieces) {
    if (piece.face === undefined) continue;
    piece.width = widthOf(piece.face, piece.drawn) * ink.size + spacingOf(piece.drawn, ink);
  }
  return pieces;
}
