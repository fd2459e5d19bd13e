/** The page layout of a constancia: current position, page breaks, accessibility tags, footers. */

import type { Bilingual } from './facts.ts';
import { drawLine, type Pdf } from './pdf-draw.ts';
import { type Ink, setLines } from './pdf-text.ts';

/** The same colours as on our web pages. */
export const COLORS = {
  ink: '#1b1c19',
  soft: '#5a584f',
  line: '#d9d5c9',
  accent: '#0c6349',
  good: { ink: '#0c6349', paper: '#eaf4ef' },
  warn: { ink: '#7a4b00', paper: '#fbf2df' },
  bad: { ink: '#a8201a', paper: '#fbe6e3' },
} as const;

export type Tone = 'good' | 'warn' | 'bad';

const PAGE = { width: 612, height: 792, margin: 54, bottom: 54 };
export const COLUMN = { left: PAGE.margin, width: PAGE.width - 2 * PAGE.margin };
const LABEL_WIDTH = 122;
const VALUE = { left: COLUMN.left + LABEL_WIDTH + 12, width: COLUMN.width - LABEL_WIDTH - 12 };

const INKS = {
  section: { face: 'serif', size: 11.5, color: COLORS.accent },
  label: { face: 'bold', size: 8, color: COLORS.ink },
  value: { face: 'sans', size: 9.5, color: COLORS.ink },
  strong: { face: 'bold', size: 9.5, color: COLORS.ink },
  mono: { face: 'mono', size: 8.2, color: COLORS.ink },
  other: { face: 'sans', size: 7.5, color: COLORS.soft },
} as const satisfies Record<string, Ink>;

type Element = ReturnType<Pdf['struct']>;

export type Layout = {
  pdf: Pdf;
  /** The current position, from the top of the page. */
  y: number;
  root: Element;
};

export function openLayout(pdf: Pdf): Layout {
  const root = pdf.struct('Document');
  const layout: Layout = { pdf, y: 0, root };
  turnPage(layout);
  pdf.addStructure(root);
  return layout;
}

/** Starts a new page unless this much room is left. */
export function keepTogether(layout: Layout, height: number): void {
  if (layout.y + height > PAGE.height - PAGE.bottom) turnPage(layout);
}

function turnPage(layout: Layout): void {
  const { margin, height, width } = PAGE;
  layout.pdf.addPage({ size: [width, height], margin: 0 });
  layout.y = margin - 8;
}

/** Marks decoration that screen readers skip. */
export function asArtifact(pdf: Pdf, paint: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  paint();
  pdf.endMarkedContent();
}

// ── Texts ────────────────────────────────────────────────────────────────────

export type TextBlock = {
  tag: string;
  text: string;
  ink: Ink;
  left: number;
  width: number;
  lang?: string;
  align?: 'left' | 'center' | 'right';
  lineHeight?: number;
};

/** Writes a text from `layout.y` down, over as many pages as it needs. */
export function write(layout: Layout, parent: Element, block: TextBlock): void {
  const { tag, text, ink, left, width, lang, align, lineHeight = 1.36 } = block;
  const element = layout.pdf.struct(tag, lang === undefined ? {} : { lang });
  parent.add(element);
  const step = ink.size * lineHeight;
  for (const line of setLines(text, ink, width)) {
    keepTogether(layout, step);
    const x = left + (width - line.width) * SHARE_BEFORE[align ?? 'left'];
    const baseline = layout.y + step * 0.5 + ink.size * 0.36;
    element.add(() => drawLine(layout.pdf, line, ink, x, baseline));
    layout.y += step;
  }
}

/** The share of a line's free space that goes before it. */
const SHARE_BEFORE = { left: 0, center: 0.5, right: 1 };

export function heightOf({ text, ink, width, lineHeight = 1.36 }: TextBlock): number {
  return setLines(text, ink, width).length * ink.size * lineHeight;
}

/** Writes a heading with its rule, but never alone at the bottom of a page. */
export function section(layout: Layout, { es, en }: Bilingual): Element {
  const { pdf } = layout;
  keepTogether(layout, 76);
  layout.y += 11;
  const element = pdf.struct('Sect');
  layout.root.add(element);
  const top = layout.y;
  write(layout, element, { tag: 'H2', text: es, ink: INKS.section, ...COLUMN });
  const bottom = layout.y;
  layout.y = top + 2.6;
  write(layout, element, { tag: 'P', text: en, ink: INKS.other, lang: 'en', align: 'right', ...COLUMN });
  layout.y = bottom + 2;
  asArtifact(pdf, () => rule(pdf, layout.y, COLORS.accent, 0.8));
  layout.y += 4;
  return element;
}

export type Value = {
  text: string;
  mono?: boolean;
  lang?: string;
  /** True for text that is smaller and grey. */
  soft?: boolean;
  strong?: boolean;
  color?: string;
};

/** A table of labels in both languages and their values. */
export function fields(
  layout: Layout,
  parent: Element,
  rows: readonly { label: Bilingual; values: readonly Value[] }[],
): void {
  const table = layout.pdf.struct('Table');
  parent.add(table);
  for (const [i, { label, values }] of rows.entries()) {
    keepTogether(layout, 30);
    if (i > 0) asArtifact(layout.pdf, () => rule(layout.pdf, layout.y, COLORS.line, 0.4));
    layout.y += 2.5;
    const row = layout.pdf.struct('TR');
    table.add(row);
    const top = layout.y;
    const head = layout.pdf.struct('TH', { scope: 'Row' } as object);
    row.add(head);
    const place = { left: COLUMN.left, width: LABEL_WIDTH };
    write(layout, head, { tag: 'Span', text: label.es, ink: INKS.label, ...place });
    write(layout, head, { tag: 'Span', text: label.en, ink: INKS.other, lang: 'en', ...place });
    const labelBottom = layout.y;
    layout.y = top;
    const page = layout.pdf.page;
    const cell = layout.pdf.struct('TD');
    row.add(cell);
    for (const value of values) write(layout, cell, { tag: 'P', ...place, ...valueBlock(value) });
    layout.y = (layout.pdf.page === page ? Math.max(layout.y, labelBottom) : layout.y) + 2.5;
  }
}

function valueBlock({ text, mono, lang, soft, strong, color }: Value): Omit<TextBlock, 'tag'> {
  const ink: Ink = soft ? INKS.other : mono ? INKS.mono : strong ? INKS.strong : INKS.value;
  return { text, ink: { ...ink, color: color ?? ink.color }, ...VALUE, ...(lang && { lang }) };
}

/** The value in both languages: Spanish first, and English below it, smaller and grey. */
export function inBoth({ es, en }: Bilingual, color?: string): Value[] {
  return [
    { text: es, ...(color && { color }) },
    { text: en, soft: true, lang: 'en' },
  ];
}

export function paragraph(
  layout: Layout,
  parent: Element,
  { es, en }: Bilingual,
  place: { left: number; width: number } = COLUMN,
): void {
  write(layout, parent, { tag: 'P', text: es, ink: { ...INKS.value, size: 8.5 }, ...place });
  write(layout, parent, { tag: 'P', text: en, ink: { ...INKS.other, size: 7 }, lang: 'en', ...place });
}

function rule(pdf: Pdf, y: number, color: string, thickness: number): void {
  pdf
    .lineWidth(thickness)
    .moveTo(COLUMN.left, y)
    .lineTo(COLUMN.left + COLUMN.width, y)
    .stroke(color);
}

/** Adds page numbers and the overlay, once the number of pages is known. */
export function finishPages(
  { pdf }: Layout,
  { folio, url, paintOver }: { folio: string; url: string; paintOver: () => void },
): void {
  const { start, count } = pdf.bufferedPageRange();
  const ink: Ink = { face: 'sans', size: 7, color: COLORS.soft };
  const baseline = PAGE.height - 32;
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(start + page);
    pdf.markContent('Artifact', { type: 'Pagination' });
    rule(pdf, PAGE.height - 44, COLORS.line, 0.5);
    const [left] = setLines(`${folio}  ·  ${url}`, ink, COLUMN.width - 120);
    const [right] = setLines(`Página ${page + 1} de ${count}  ·  Page ${page + 1} of ${count}`, ink, 200);
    if (left) drawLine(pdf, left, ink, COLUMN.left, baseline);
    if (right) drawLine(pdf, right, ink, COLUMN.left + COLUMN.width - right.width, baseline);
    pdf.endMarkedContent();
    asArtifact(pdf, paintOver);
  }
}
