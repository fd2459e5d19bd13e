/** The diploma: a landscape page for framing, in Spanish with English beneath. */

import type { Bilingual } from '../../../proofs/constancia/facts.ts';
import { drawQr, type Pdf } from '../../../proofs/constancia/pdf-draw.ts';
import { asArtifact } from '../../../proofs/constancia/pdf-layout.ts';
import type { Ink } from '../../../proofs/constancia/pdf-text.ts';
import { inWords } from '../../../proofs/constancia/pdf-times.ts';
import type { DiplomaContent, DocumentMaterial } from '../content.ts';
import { drawFramed, INK, SOFT } from './framed-page.ts';
import { drawImage } from './images.ts';
import { drawDivider } from './ornaments.ts';
import { fit, heightOf, put, putLine, type Sheet } from './sheet.ts';
import { drawSignatures } from './signatures.ts';
import { daysInWords, hoursInWords, roleWords, TITLES } from './words.ts';

type DiplomaMaterial = Omit<DocumentMaterial, 'content'> & { content: DiplomaContent };

const PAGE = { width: 792, height: 612 };
const MIDDLE = PAGE.width / 2;
const TEXT = { x: 84, width: PAGE.width - 168 };

export function drawDiploma(pdf: Pdf, material: DiplomaMaterial): void {
  const { content, livemode } = material;
  drawFramed(
    pdf,
    { page: PAGE, rosette: { y: 300, radius: 205 }, council: content.council, livemode },
    (sheet) => {
      drawBody(sheet, content, drawHead(sheet, material));
      drawFoot(sheet, material);
    },
  );
}

/** Draws the logo, the council's name and the title. Returns where the rest begins. */
function drawHead(sheet: Sheet, { content, images }: DiplomaMaterial): number {
  const { council } = content;
  const logo = council.logo === null ? undefined : images.get(council.logo);
  let y = 58;
  if (logo !== undefined) {
    drawLogo(sheet, logo, { x: MIDDLE - 110, y, width: 220, height: 52 });
    y += 58;
  } else y += 22;
  const name: Ink = { face: 'displayBold', size: 17, color: council.color, tracking: 0.09 };
  const fitted = fit(council.name.toUpperCase(), name, { width: TEXT.width - 40, lines: 2, smallest: 10 });
  y = put(sheet, 'P', fitted, TEXT, y) + 5;
  y = both(sheet, y, { es: 'otorga el presente', en: 'grants this' }, 12);
  const title: Ink = { face: 'display', size: 43, color: council.color, tracking: 0.17 };
  y = putLine(sheet, 'H1', TITLES.diploma.es.toUpperCase(), title, { ...TEXT, top: y - 1, leading: 1.06 });
  return y;
}

function drawLogo(
  { pdf, root }: Sheet,
  logo: Parameters<typeof drawImage>[2],
  box: Parameters<typeof drawImage>[3],
): void {
  const figure = pdf.struct('Figure', { alt: 'Logotipo' });
  root.add(figure);
  figure.add(() => drawImage(pdf, 'Logo', logo, box));
}

/** Draws everything from the name to the days, spread over the room between head and foot. */
function drawBody(sheet: Sheet, content: DiplomaContent, top: number): void {
  const { council } = content;
  const name = fit(
    content.holder,
    { face: 'displayItalic', size: 37, color: INK },
    { width: TEXT.width - 30, lines: 2, smallest: 11, leading: 1.12 },
  );
  const title = fit(
    content.title,
    { face: 'displayBold', size: 20, color: INK },
    { width: TEXT.width - 30, lines: 3, smallest: 9.5, leading: 1.16 },
  );
  const facts = factsOf(content);
  const fixed = heightOf(name) + heightOf(title) + (content.aval === null ? 88 : 104);
  const gap = Math.max(0, Math.min(24, (452 - top - fixed) / 4));
  let y = both(sheet, top + gap * 0.8, { es: 'a', en: 'to' }, 12);
  y = put(sheet, 'H2', name, TEXT, y + gap * 0.3);
  asArtifact(sheet.pdf, () => drawDivider(sheet.pdf, MIDDLE, y + 5, 300, council.accent));
  y = both(sheet, y + 13 + gap * 0.7, forWhat(content), 12);
  y = put(sheet, 'H2', title, TEXT, y + gap * 0.4);
  y = putLine(
    sheet,
    'P',
    facts.es,
    { face: 'display', size: 13, color: INK },
    {
      ...TEXT,
      top: y + 5 + gap * 0.6,
      smallest: 9,
      lines: 2,
    },
  );
  y = putLine(
    sheet,
    'P',
    facts.en,
    { face: 'displayItalic', size: 10, color: SOFT },
    {
      ...TEXT,
      top: y,
      smallest: 7.5,
      lines: 2,
      lang: 'en',
    },
  );
  if (content.aval === null) return;
  const aval = `Aval · Accreditation  ${content.aval}`;
  putLine(sheet, 'P', aval, { face: 'display', size: 10.5, color: INK }, { ...TEXT, top: y + 2 });
}

/** Writes a text in Spanish and, smaller beneath it, in English. */
function both(sheet: Sheet, top: number, { es, en }: Bilingual, size: number): number {
  const ink: Ink = { face: 'displayItalic', size, color: INK };
  const y = putLine(sheet, 'P', es, ink, { ...TEXT, top, leading: 1.15 });
  return putLine(sheet, 'P', en, { ...ink, size: size * 0.75, color: SOFT }, { ...TEXT, top: y, lang: 'en' });
}

function forWhat({ role, activity, provider }: DiplomaContent): Bilingual {
  const word = roleWords(role);
  const by = provider === null ? { es: '', en: '' } : { es: ` · ${provider}`, en: '' };
  if (activity !== null) return { es: `por su actividad (${activity})${by.es}`, en: 'for' };
  return { es: `por su participación como ${word.es} en`, en: `for taking part as ${word.en} in` };
}

function factsOf({ starts_on, ends_on, hours, points, place }: DiplomaContent): Bilingual {
  const days = daysInWords(starts_on, ends_on);
  const lasted = hours === null ? undefined : hoursInWords(hours);
  const worth = points.map(({ points: number, unit }) => `${number} ${unit}`);
  return {
    es: [days.es, lasted?.es, ...worth, place].filter((fact) => fact != null).join('  ·  '),
    en: [days.en, lasted?.en].filter((fact) => fact != null).join('  ·  '),
  };
}

const QR = { side: 62, x: PAGE.width - 138, y: 478 };

/** Draws folio and day on the left, signatures in the middle, and the code on the right. */
function drawFoot(sheet: Sheet, { content, url, images }: DiplomaMaterial): void {
  const { pdf, root } = sheet;
  const { council, folio, issued_on } = content;
  const left = { x: 76, width: 120, align: 'left' as const };
  const label: Ink = { face: 'displayItalic', size: 8.5, color: SOFT };
  let y = putLine(sheet, 'P', 'Folio', label, { ...left, top: 478 });
  y = putLine(
    sheet,
    'P',
    folio,
    { face: 'displayBold', size: 13, color: council.color },
    { ...left, top: y },
  );
  const day = inWords(issued_on);
  y = putLine(sheet, 'P', 'Expedido el · Issued on', label, { ...left, top: y + 5 });
  y = putLine(sheet, 'P', day.es, { face: 'display', size: 10, color: INK }, { ...left, top: y });
  putLine(sheet, 'P', day.en, { ...label, size: 8 }, { ...left, top: y, lang: 'en' });
  drawSignatures(sheet, council, images, { x: 208, width: PAGE.width - 416, bottom: 552 });
  if (url === undefined) return;
  const figure = pdf.struct('Figure', { alt: `QR: ${url}` });
  root.add(figure);
  figure.add(() => drawQr(pdf, url, QR.x, QR.y, QR.side));
  const under = { x: QR.x - 30, width: QR.side + 60 };
  y = putLine(
    sheet,
    'P',
    'Compruebe este diploma',
    { ...label, size: 7.6 },
    { ...under, top: QR.y + QR.side + 6 },
  );
  putLine(sheet, 'P', 'Verify this diploma', { ...label, size: 6.6 }, { ...under, top: y, lang: 'en' });
  putLine(
    sheet,
    'P',
    url,
    { face: 'sans', size: 5.6, color: SOFT },
    { x: 84, width: TEXT.width, top: 561, smallest: 4 },
  );
}
