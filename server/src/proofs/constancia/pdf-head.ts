/** The head of a constancia: the issuer, the verdict and the QR code. */

import type { ConstanciaFacts } from './facts.ts';
import { drawQr, drawSeal } from './pdf-draw.ts';
import { asArtifact, COLORS, COLUMN, heightOf, type Layout, type TextBlock, write } from './pdf-layout.ts';
import { headingOf, verdictOf } from './text.ts';

export function writeHeader(layout: Layout, facts: ConstanciaFacts): void {
  const { pdf, root } = layout;
  const { certificate, serviceName } = facts;
  const heading = headingOf(facts);
  const top = layout.y;
  asArtifact(pdf, () => drawSeal(pdf, COLUMN.left, top - 2, 46, COLORS.accent));
  const place = { left: COLUMN.left + 58, width: COLUMN.width - 58 };
  layout.y = top;
  const title: TextBlock = {
    tag: 'H1',
    text: heading.es,
    ink: { face: 'serif', size: 20, color: COLORS.ink },
    lineHeight: 1.2,
    ...place,
  };
  write(layout, root, title);
  const small = { face: 'sans', size: 8.5, color: COLORS.soft } as const;
  write(layout, root, { tag: 'P', text: heading.en, ink: small, lang: 'en', ...place });
  const bottom = layout.y;
  layout.y = top + 4;
  const right = { ...place, align: 'right' as const };
  write(layout, root, { tag: 'P', text: serviceName, ink: { ...small, face: 'bold', size: 9.5 }, ...right });
  layout.y = bottom - 11.5;
  write(layout, root, {
    tag: 'P',
    text: `Folio ${certificate.id}`,
    ink: { face: 'mono', size: 8, color: COLORS.ink },
    ...right,
  });
  layout.y = Math.max(bottom, top + 46) + 6;
}

/** The side of the QR code is 2.8 cm; scanners need at least 2.5. */
const QR_SIDE = (2.8 / 2.54) * 72;

export function writeVerdict(layout: Layout, facts: ConstanciaFacts): void {
  const { pdf } = layout;
  const { tone, title, sentences } = verdictOf(facts);
  const { ink, paper } = COLORS[tone];
  const text = { left: COLUMN.left + 14, width: COLUMN.width - 28 - QR_SIDE - 30 };
  const blocks: TextBlock[] = [
    { tag: 'H2', text: title.es, ink: { face: 'bold', size: 13, color: ink }, ...text },
    { tag: 'P', text: title.en, ink: { face: 'bold', size: 8, color: ink }, lang: 'en', ...text },
    ...sentences.flatMap(({ es, en }): TextBlock[] => [
      { tag: 'P', text: es, ink: { face: 'sans', size: 9, color: COLORS.ink }, ...text },
      { tag: 'P', text: en, ink: { face: 'sans', size: 7.5, color: COLORS.soft }, lang: 'en', ...text },
    ]),
  ];
  const gap = 3.5;
  const written = blocks.reduce((sum, block) => sum + heightOf(block), 0) + gap * sentences.length;
  const height = Math.max(written + 22, QR_SIDE + 50);
  const top = layout.y;
  asArtifact(pdf, () => {
    pdf.rect(COLUMN.left, top, COLUMN.width, height).fill(paper);
    pdf.rect(COLUMN.left, top, 4, height).fill(ink);
  });
  layout.y = top + 11;
  for (const [i, block] of blocks.entries()) {
    if (i >= 2 && i % 2 === 0) layout.y += gap;
    write(layout, layout.root, block);
  }
  writeQr(layout, facts.verificationUrl, COLUMN.left + COLUMN.width - QR_SIDE - 18, top + 18);
  layout.y = top + height;
}

function writeQr(layout: Layout, url: string, x: number, y: number): void {
  const { pdf, root } = layout;
  const figure = pdf.struct('Figure', { alt: `Código QR / QR code: ${url}` });
  root.add(figure);
  figure.add(() => drawQr(pdf, url, x, y, QR_SIDE));
  pdf.link(x, y, QR_SIDE, QR_SIDE, url);
  layout.y = y + QR_SIDE + 12;
  const place = { left: x - 14, width: QR_SIDE + 28, lineHeight: 1.2, align: 'center' as const };
  const caption = { es: 'Verifique en línea', en: 'Verify online' };
  const ink = { face: 'sans', size: 6.8, color: COLORS.soft } as const;
  write(layout, root, { tag: 'Caption', text: `${caption.es} · ${caption.en}`, ink, ...place });
}
