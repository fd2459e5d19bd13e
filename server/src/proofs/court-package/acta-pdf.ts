/** The acta as a PDF. */

import type { Bilingual } from '../constancia/facts.ts';
import { drawLine, drawQr, writePdf } from '../constancia/pdf-draw.ts';
import {
  COLORS,
  COLUMN,
  fields,
  finishPages,
  inBoth,
  keepTogether,
  type Layout,
  openLayout,
  paragraph,
  section,
  type Value,
  write,
} from '../constancia/pdf-layout.ts';
import { type Ink, setLines } from '../constancia/pdf-text.ts';
import type { Acta, ActaBlock, ActaFact, Step } from './acta.ts';

export function writeActa(acta: Acta): Promise<Uint8Array> {
  const { folio, serviceName, title, stampedAt, warning, verificationUrl } = acta;
  const info = {
    Title: `${title.es} ${folio}`,
    Creator: serviceName,
    Producer: serviceName,
    CreationDate: stampedAt,
    ModDate: stampedAt,
  };
  return writePdf(info, (pdf) => {
    const layout = openLayout(pdf);
    writeHead(layout, acta);
    acta.sections.forEach(({ title, blocks }, index) => {
      const parent = section(layout, numbered(title, index + 1));
      for (const block of blocks) writeBlock(layout, parent, block);
    });
    finishPages(layout, {
      folio,
      url: verificationUrl ?? serviceName,
      paintOver: () => {
        if (warning !== undefined) paintWarning(layout, warning);
      },
    });
  });
}

const QR_SIDE = (2.8 / 2.54) * 72;

function writeHead(layout: Layout, { title, folio, serviceName, verificationUrl, warning }: Acta): void {
  const { pdf, root } = layout;
  if (warning !== undefined) layout.y += WARNING_HEIGHT;
  const top = layout.y;
  const place = { left: COLUMN.left, width: COLUMN.width - QR_SIDE - 30 };
  const heading = { face: 'serif', size: 19, color: COLORS.ink } as const;
  const small = { face: 'sans', size: 8.5, color: COLORS.soft } as const;
  write(layout, root, { tag: 'H1', text: title.es, ink: heading, lineHeight: 1.2, ...place });
  write(layout, root, { tag: 'P', text: title.en, ink: small, lang: 'en', ...place });
  layout.y += 4;
  write(layout, root, { tag: 'P', text: `Folio ${folio}`, ink: { ...small, face: 'mono' }, ...place });
  write(layout, root, { tag: 'P', text: serviceName, ink: { ...small, face: 'bold' }, ...place });
  if (verificationUrl === undefined) return;
  const figure = pdf.struct('Figure', { alt: `Código QR / QR code: ${verificationUrl}` });
  root.add(figure);
  figure.add(() => drawQr(pdf, verificationUrl, COLUMN.left + COLUMN.width - QR_SIDE, top, QR_SIDE));
  layout.y = Math.max(layout.y, top + QR_SIDE + 6);
}

function numbered({ es, en }: Bilingual, number: number): Bilingual {
  return { es: `${number}. ${es}`, en };
}

type Element = Layout['root'];

function writeBlock(layout: Layout, parent: Element, block: ActaBlock): void {
  layout.y += 3;
  switch (block.kind) {
    case 'paragraph':
      paragraph(layout, parent, block.text);
      break;
    case 'list':
      writeList(layout, parent, block.items);
      break;
    case 'facts': {
      const rows = block.facts.map((fact) => ({ label: fact.label, values: valuesOf(fact) }));
      fields(layout, parent, rows);
      break;
    }
    case 'step':
      writeStep(layout, parent, block.step);
  }
}

function writeList(layout: Layout, parent: Element, items: readonly Bilingual[]): void {
  const place = { left: COLUMN.left + 14, width: COLUMN.width - 14 };
  for (const [index, { es, en }] of items.entries()) {
    paragraph(layout, parent, { es: `${index + 1}) ${es}`, en }, place);
    layout.y += 3;
  }
}

function valuesOf({ value, exact }: ActaFact): Value[] {
  if (typeof value !== 'string') return inBoth(value);
  return [{ text: value, mono: exact === true }];
}

const CODE: Ink = { face: 'mono', size: 8.2, color: COLORS.ink };

function writeStep(layout: Layout, parent: Element, step: Step): void {
  const { number, title, commands, expected, meaning } = step;
  keepTogether(layout, 96);
  layout.y += 4;
  const label = { face: 'bold', size: 9.5, color: COLORS.accent } as const;
  write(layout, parent, { tag: 'P', text: `Paso ${number}. ${title.es}`, ink: label, ...COLUMN });
  const other = { face: 'sans', size: 7.5, color: COLORS.soft } as const;
  write(layout, parent, { tag: 'P', text: `Step ${number}. ${title.en}`, ink: other, lang: 'en', ...COLUMN });
  const place = { left: COLUMN.left + 14, width: COLUMN.width - 14 };
  for (const command of commands)
    write(layout, parent, { tag: 'Code', text: `$ ${command}`, ink: CODE, ...place });
  paragraph(layout, parent, { es: 'Debe aparecer:', en: 'Must appear:' });
  for (const line of expected) write(layout, parent, { tag: 'Code', text: `= ${line}`, ink: CODE, ...place });
  paragraph(layout, parent, meaning);
}

const WARNING_HEIGHT = 22;

/** A bar at the top of the page, above the area of the layout. */
function paintWarning({ pdf }: Layout, { es, en }: Bilingual): void {
  const { ink, paper } = COLORS.bad;
  const words: Ink = { face: 'bold', size: 8, color: ink };
  const translated: Ink = { face: 'sans', size: 6.5, color: ink };
  pdf.rect(COLUMN.left, 14, COLUMN.width, WARNING_HEIGHT).fill(paper);
  for (const [text, style, baseline] of [
    [es, words, 23],
    [en, translated, 32],
  ] as const) {
    const [line] = setLines(text, style, COLUMN.width - 12);
    if (line) drawLine(pdf, line, style, COLUMN.left + 6, baseline);
  }
}
