/** The transcript: a member's record, what counts and why, on as many pages as needed. */

import { drawQr, type Pdf } from '../../../proofs/constancia/pdf-draw.ts';
import {
  COLORS,
  COLUMN,
  fields,
  finishPages,
  inBoth,
  type Layout,
  openLayout,
  section,
  write,
} from '../../../proofs/constancia/pdf-layout.ts';
import type { Ink } from '../../../proofs/constancia/pdf-text.ts';
import { inWords } from '../../../proofs/constancia/pdf-times.ts';
import type { DocumentMaterial, TranscriptAward, TranscriptContent, TranscriptTerm } from '../content.ts';
import { inWords as standingWords } from './standing-words.ts';
import { drawTestMark } from './test-mark.ts';
import { becauseWords, roleWords, TITLES } from './words.ts';

type TranscriptMaterial = Omit<DocumentMaterial, 'content'> & { content: TranscriptContent };

const PAGE = { width: 612, height: 792 };

export function drawTranscript(pdf: Pdf, { content, url, livemode }: TranscriptMaterial): void {
  const layout = openLayout(pdf);
  writeHead(layout, content, url);
  writeMember(layout, content);
  for (const term of content.terms) writeTerm(layout, term);
  writeAwards(layout, content.awards);
  writeLedger(layout, content);
  finishPages(layout, {
    folio: `${TITLES.transcript.es} · ${content.member_number} · ${content.as_of}`,
    url: url ?? NOT_CERTIFIED,
    paintOver: () => {
      if (!livemode) drawTestMark(pdf, PAGE);
    },
  });
}

const NOT_CERTIFIED = 'sin certificar · not certified';
const QR = { x: COLUMN.left + COLUMN.width - 66, y: 46, side: 62 };

function writeHead(layout: Layout, { council, as_of }: TranscriptContent, url: string | undefined): void {
  const { pdf, root } = layout;
  const place = { left: COLUMN.left, width: COLUMN.width - 90 };
  const name: Ink = { face: 'displayBold', size: 12, color: council.color };
  write(layout, root, { tag: 'P', text: council.name, ink: name, lineHeight: 1.2, ...place });
  const title: Ink = { face: 'display', size: 25, color: COLORS.ink };
  write(layout, root, { tag: 'H1', text: TITLES.transcript.es, ink: title, lineHeight: 1.15, ...place });
  const day = inWords(as_of);
  const small: Ink = { face: 'sans', size: 8.5, color: COLORS.soft };
  write(layout, root, {
    tag: 'P',
    text: `${TITLES.transcript.en} · al ${day.es} · as of ${day.en}`,
    ink: small,
    ...place,
  });
  layout.y = Math.max(layout.y, url === undefined ? 0 : QR.y + QR.side + 10);
  if (url === undefined) return;
  const figure = pdf.struct('Figure', { alt: `QR: ${url}` });
  root.add(figure);
  figure.add(() => drawQr(pdf, url, QR.x, QR.y, QR.side));
}

function writeMember(layout: Layout, content: TranscriptContent): void {
  const parent = section(layout, { es: 'Miembro', en: 'Member' });
  fields(layout, parent, [
    row('Nombre', 'Name', content.holder),
    row('Número de miembro', 'Member number', content.member_number),
    ...(content.professional_license === null
      ? []
      : [row('Cédula profesional', 'Professional licence', content.professional_license)]),
    ...content.memberships.map(({ program, standing, valid_until }) => ({
      label: { es: 'Membresía', en: 'Membership' },
      values: [
        { text: program, strong: true },
        ...inBoth({
          es: `${standingWords(standing).es}; hasta el ${valid_until}`,
          en: `${standingWords(standing).en}; until ${valid_until}`,
        }),
      ],
    })),
  ]);
}

function writeTerm(layout: Layout, term: TranscriptTerm): void {
  const parent = section(layout, {
    es: `Periodo ${term.number} · ${term.starts_on} a ${term.extended_until ?? term.ends_on}`,
    en: `Term ${term.number}`,
  });
  fields(layout, parent, [
    row('Programa', 'Program', term.program),
    row('Cuenta', 'Counted', `${term.counted} ${term.unit}`),
    ...(term.carried_in === 0
      ? []
      : [row('De ellos, del periodo anterior', 'Of these carried in', `${term.carried_in} ${term.unit}`)]),
    ...term.requirements.map(({ name, min, have, met }) => ({
      label: { es: name, en: met ? 'met' : 'not met' },
      values: [
        {
          text: `${have} de ${min} · ${met ? 'cumplido' : 'pendiente'}`,
          color: met ? COLORS.good.ink : COLORS.warn.ink,
        },
      ],
    })),
  ]);
}

function writeAwards(layout: Layout, awards: readonly TranscriptAward[]): void {
  const parent = section(layout, { es: 'Actividades', en: 'Activities' });
  fields(
    layout,
    parent,
    awards.map(({ completed_on, title, role, program, category, points, counted, because }) => ({
      label: { es: completed_on, en: roleWords(role).es },
      values: [
        { text: title },
        { text: `${program} · ${category} · ${points} puntos, cuenta ${counted}`, strong: counted > 0 },
        ...(because === null ? [] : inBoth(becauseWords(because))),
      ],
    })),
  );
}

function writeLedger(layout: Layout, { ledger, transcript_sha256 }: TranscriptContent): void {
  const parent = section(layout, { es: 'Para comprobarlo', en: 'To check it' });
  fields(layout, parent, [
    row('Asientos del libro', 'Ledger entries', String(ledger.entries)),
    ...(ledger.head === null ? [] : [mono('Último asiento', 'Head of the ledger', ledger.head)]),
    mono('SHA-256 del historial en JSON', 'SHA-256 of the transcript as JSON', transcript_sha256),
    mono('Orden', 'Command', 'sello verify --transcript ARCHIVO.json'),
  ]);
}

function row(es: string, en: string, text: string) {
  return { label: { es, en }, values: [{ text }] };
}

function mono(es: string, en: string, text: string) {
  return { label: { es, en }, values: [{ text, mono: true }] };
}
