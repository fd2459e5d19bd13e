/**
 * The constancia de vigencia: a page in the council's colours that says until when a certification is valid.
 */

import { drawQr, type Pdf } from '../../../proofs/constancia/pdf-draw.ts';
import { asArtifact } from '../../../proofs/constancia/pdf-layout.ts';
import type { Ink } from '../../../proofs/constancia/pdf-text.ts';
import { inWords } from '../../../proofs/constancia/pdf-times.ts';
import type { ConstanciaContent, DocumentMaterial } from '../content.ts';
import { drawFramed, INK, SOFT } from './framed-page.ts';
import { drawImage } from './images.ts';
import { drawDivider } from './ornaments.ts';
import { fit, put, putLine, type Sheet } from './sheet.ts';
import { drawSignatures } from './signatures.ts';
import { TITLES } from './words.ts';

type ConstanciaMaterial = Omit<DocumentMaterial, 'content'> & { content: ConstanciaContent };

const PAGE = { width: 612, height: 792 };
const MIDDLE = PAGE.width / 2;
const TEXT = { x: 76, width: PAGE.width - 152 };

export function drawConstancia(pdf: Pdf, material: ConstanciaMaterial): void {
  const { content, livemode } = material;
  drawFramed(
    pdf,
    { page: PAGE, rosette: { y: 380, radius: 190 }, council: content.council, livemode },
    (sheet) => {
      drawBody(sheet, content, drawHead(sheet, material));
      drawFoot(sheet, material);
    },
  );
}

function drawHead(sheet: Sheet, { content, images }: ConstanciaMaterial): number {
  const { council } = content;
  const logo = council.logo === null ? undefined : images.get(council.logo);
  let y = 76;
  if (logo !== undefined) {
    const figure = sheet.pdf.struct('Figure', { alt: 'Logotipo' });
    sheet.root.add(figure);
    figure.add(() => drawImage(sheet.pdf, 'Logo', logo, { x: MIDDLE - 110, y, width: 220, height: 60 }));
    y += 70;
  }
  const name: Ink = { face: 'displayBold', size: 16, color: council.color, tracking: 0.07 };
  const fitted = fit(council.name.toUpperCase(), name, { width: TEXT.width, lines: 3, smallest: 9 });
  y = put(sheet, 'P', fitted, TEXT, y) + 14;
  const title: Ink = { face: 'display', size: 31, color: council.color, tracking: 0.05 };
  y = putLine(sheet, 'H1', TITLES.constancia.es, title, { ...TEXT, top: y });
  y = putLine(
    sheet,
    'P',
    TITLES.constancia.en,
    { face: 'displayItalic', size: 12, color: SOFT },
    {
      ...TEXT,
      top: y,
      lang: 'en',
    },
  );
  asArtifact(sheet.pdf, () => drawDivider(sheet.pdf, MIDDLE, y + 12, 260, council.accent));
  return y + 30;
}

function drawBody(sheet: Sheet, content: ConstanciaContent, top: number): void {
  const name = fit(
    content.holder,
    { face: 'displayItalic', size: 31, color: INK },
    { width: TEXT.width, lines: 2, smallest: 11, leading: 1.12 },
  );
  const program = fit(
    content.program,
    { face: 'displayBold', size: 17, color: INK },
    { width: TEXT.width, lines: 3, smallest: 9, leading: 1.16 },
  );
  let y = say(sheet, top, 'hace constar que', 'certifies that');
  y = put(sheet, 'H2', name, TEXT, y + 8);
  const small: Ink = { face: 'display', size: 10.5, color: SOFT };
  y = putLine(sheet, 'P', identityOf(content), small, { ...TEXT, top: y + 2, lines: 2 });
  y = say(sheet, y + 14, 'tiene vigente su certificación en', 'holds a current certification in');
  y = put(sheet, 'H2', program, TEXT, y + 4);
  y = drawDays(sheet, content, y + 12);
  say(sheet, y + 10, basisOf(content), '');
}

function drawDays(sheet: Sheet, { term, council }: ConstanciaContent, top: number): number {
  const [from, to] = [inWords(term.starts_on), inWords(term.ends_on)];
  let y = say(sheet, top, `del ${from.es} al`, `from ${from.en} to`);
  y = putLine(
    sheet,
    'P',
    to.es,
    { face: 'displayBold', size: 21, color: council.color },
    { ...TEXT, top: y + 2 },
  );
  const small: Ink = { face: 'displayItalic', size: 10, color: SOFT };
  return putLine(sheet, 'P', to.en, small, { ...TEXT, top: y, lang: 'en' });
}

/** Writes a text in Spanish and, smaller beneath it, in English. */
function say(sheet: Sheet, top: number, es: string, en: string): number {
  const ink: Ink = { face: 'displayItalic', size: 12.5, color: INK };
  const y = putLine(sheet, 'P', es, ink, { ...TEXT, top, lines: 3, smallest: 10 });
  if (en === '') return y;
  return putLine(
    sheet,
    'P',
    en,
    { ...ink, size: 9.5, color: SOFT },
    { ...TEXT, top: y, lines: 3, lang: 'en' },
  );
}

function identityOf({ member_number, professional_license, specialty }: ConstanciaContent): string {
  const facts = [`Núm. ${member_number}`];
  if (professional_license !== null) facts.push(`Cédula profesional ${professional_license}`);
  if (specialty !== null) facts.push(specialty);
  return facts.join('  ·  ');
}

function basisOf({ basis, counted, unit, term, decided_on }: ConstanciaContent): string {
  const day = inWords(decided_on).es;
  return basis === 'exception'
    ? `Renovada por excepción el ${day}; periodo ${term.number}.`
    : `Renovada el ${day} con ${counted} ${unit}; periodo ${term.number}.`;
}

const QR = { side: 66, x: PAGE.width - 148, y: 636 };

function drawFoot(sheet: Sheet, { content, url, images }: ConstanciaMaterial): void {
  const { pdf, root } = sheet;
  const label: Ink = { face: 'displayItalic', size: 8.5, color: SOFT };
  const left = { x: 76, width: 112, align: 'left' as const };
  const day = inWords(content.issued_on);
  let y = putLine(sheet, 'P', 'Expedida el · Issued on', label, { ...left, top: 648 });
  y = putLine(sheet, 'P', day.es, { face: 'display', size: 10, color: INK }, { ...left, top: y });
  putLine(sheet, 'P', day.en, { ...label, size: 8 }, { ...left, top: y, lang: 'en' });
  drawSignatures(sheet, content.council, images, { x: 184, width: 264, bottom: 714 });
  if (url === undefined) return;
  const figure = pdf.struct('Figure', { alt: `QR: ${url}` });
  root.add(figure);
  figure.add(() => drawQr(pdf, url, QR.x, QR.y, QR.side));
  const under = { x: QR.x - 34, width: QR.side + 68 };
  y = putLine(
    sheet,
    'P',
    'Vigencia al día de hoy',
    { ...label, size: 7.6 },
    { ...under, top: QR.y + QR.side + 6 },
  );
  putLine(sheet, 'P', 'Standing as of today', { ...label, size: 6.6 }, { ...under, top: y, lang: 'en' });
  putLine(sheet, 'P', url, { face: 'sans', size: 5.6, color: SOFT }, { ...TEXT, top: 736, smallest: 4 });
}
