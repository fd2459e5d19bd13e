/** A page that is composed like a poster, from texts that shrink to fit their place, ornaments and images. */

import { drawLine, type Pdf } from '../../../proofs/constancia/pdf-draw.ts';
import { type Ink, type Line, setLines } from '../../../proofs/constancia/pdf-text.ts';

type Element = ReturnType<Pdf['struct']>;

export type Sheet = { pdf: Pdf; root: Element };

type Fitted = { ink: Ink; lines: readonly Line[]; step: number };

/** The largest size at which the text fits into this many lines. At the smallest size it may take more lines. */
export function fit(
  text: string,
  ink: Ink,
  {
    width,
    lines,
    smallest,
    leading = 1.16,
  }: { width: number; lines: number; smallest: number; leading?: number },
): Fitted {
  for (let size = ink.size; ; size -= 0.5) {
    const tried = { ...ink, size: Math.max(size, smallest) };
    const set = setLines(text, tried, width);
    if (set.length <= lines || tried.size === smallest)
      return { ink: tried, lines: set, step: tried.size * leading };
  }
}

export function heightOf({ lines, step }: Fitted): number {
  return lines.length * step;
}

type Place = { x: number; width: number; align?: 'left' | 'center' | 'right' };

const SHARE_BEFORE = { left: 0, center: 0.5, right: 1 };

/**
 * Writes a text from `top` down and returns where it ends. A space at the end of a line is ignored when the line is
 * centred.
 */
export function put(
  { pdf, root }: Sheet,
  tag: string,
  { ink, lines, step }: Fitted,
  { x, width, align = 'center' }: Place,
  top: number,
  lang?: string,
): number {
  const element = pdf.struct(tag, lang === undefined ? {} : { lang });
  root.add(element);
  let y = top;
  for (const line of lines) {
    const trailing = (ink.tracking ?? 0) * ink.size + spaceAtEnd(line, ink);
    const left = x + (width - (line.width - trailing)) * SHARE_BEFORE[align];
    const baseline = y + step * 0.5 + ink.size * 0.33;
    element.add(() => drawLine(pdf, line, ink, left, baseline));
    y += step;
  }
  return y;
}

/**
 * The width of the space at the end of a line. A line that was broken at a space keeps that space, so that the text can
 * be copied whole.
 */
function spaceAtEnd({ pieces }: Line, ink: Ink): number {
  const last = pieces.at(-1);
  if (last === undefined || !last.text.endsWith(' ')) return 0;
  return setLines(' ', ink, 1_000)[0]?.width ?? 0;
}

/** Writes one line, made smaller if its place is not wide enough. */
export function putLine(
  sheet: Sheet,
  tag: string,
  text: string,
  ink: Ink,
  place: Place & { top: number; lang?: string; smallest?: number; lines?: number; leading?: number },
): number {
  const { top, lang, smallest = ink.size * 0.6, lines = 1, leading = 1.2 } = place;
  const fitted = fit(text, ink, { width: place.width, lines, smallest, leading });
  return put(sheet, tag, fitted, place, top, lang);
}
