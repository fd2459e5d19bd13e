/**
 * The pictures that chats show for a link to one of our pages. They are drawn when the pages are built, one for each
 * kind of page and language, so that a visitor costs nothing and no text of a caller is ever drawn. They state no
 * verdict, because whoever shows a link keeps its picture for ever.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';
import {
  type Canvas,
  type Colour,
  curve,
  fill,
  makeCanvas,
  type Outline,
  type Point,
  stroke,
  toPng,
} from './draw-picture.ts';

const WIDTH = 1_200;
const HEIGHT = 630;
const MARGIN = 84;

type Words = { title: readonly string[]; below: string };

export const PICTURES: Readonly<Record<string, Readonly<Record<'es' | 'en', Words>>>> = {
  front: {
    es: {
      title: ['La prueba de que su', 'archivo ya existía'],
      below: 'Sello de tiempo, registro público y pruebas que cualquiera revisa',
    },
    en: {
      title: ['Proof that your file', 'already existed'],
      below: 'A time stamp, a public log, and proofs that anyone can check',
    },
  },
  certificate: {
    es: { title: ['Certificado', 'de un archivo'], below: 'Ábralo para ver qué se selló y cuándo' },
    en: { title: ['Certificate', 'of a file'], below: 'Open it to see what was stamped and when' },
  },
  verify: {
    es: { title: ['Verifique un archivo', 'y sus pruebas'], below: 'En su navegador, sin subir nada' },
    en: { title: ['Verify a file', 'and its proofs'], below: 'In your browser; nothing is uploaded' },
  },
  member: {
    es: { title: ['Vigencia de', 'una membresía'], below: 'Ábrala para ver el estado de este momento' },
    en: { title: ['Standing of', 'a membership'], below: 'Open it to see how it stands right now' },
  },
  course: {
    es: { title: ['Curso o actividad', 'con puntos'], below: 'Lo que hace falta para obtener la insignia' },
    en: { title: ['Course or activity', 'with points'], below: 'What it takes to earn the badge' },
  },
  badge: {
    es: { title: ['Insignia digital', 'comprobable'], below: 'Open Badges 3.0: cualquiera puede revisarla' },
    en: { title: ['A digital badge', 'you can check'], below: 'Open Badges 3.0: anyone can verify it' },
  },
};

/** The manifest lists them under `share/{kind}-{language}.png`; only the server's HTML refers to them. */
export function sharePictures(): Plugin {
  return {
    name: 'share-pictures',
    apply: 'build',
    buildStart() {
      for (const [kind, languages] of Object.entries(PICTURES)) {
        for (const [language, words] of Object.entries(languages)) {
          const name = `share-${kind}-${language}.png`;
          const originalFileName = `share/${kind}-${language}.png`;
          this.emitFile({ type: 'asset', name, originalFileName, source: drawShare(words) });
        }
      }
    },
  };
}

const DEEP: Colour = [7, 58, 43];
const INK: Colour = [242, 247, 243];
const INK_SOFT: Colour = [183, 211, 198];

export function drawShare({ title, below }: Words): Buffer {
  const canvas = { ...ground(), pixels: ground().pixels.slice() };
  for (const [index, line] of title.entries())
    write(canvas, line, fonts().bold, 92, [MARGIN, 372 + index * 102]);
  write(canvas, below, fonts().regular, 35, [MARGIN, 558], INK_SOFT);
  return toPng(canvas);
}

let drawnGround: Canvas | undefined;

/** What all pictures have in common. */
function ground(): Canvas {
  if (drawnGround !== undefined) return drawnGround;
  drawnGround = makeCanvas(WIDTH, HEIGHT, DEEP);
  drawRosette(drawnGround);
  drawSeal(drawnGround, [MARGIN, MARGIN - 8], 3.6);
  return drawnGround;
}

/** The guilloche of the login page, cut off by the right edge. */
function drawRosette(canvas: Canvas): void {
  const [cx, cy] = [1_075, 285];
  const lines: Outline[] = [];
  for (const { radius, depth, waves } of [
    { radius: 300, depth: 66, waves: 12 },
    { radius: 168, depth: 52, waves: 8 },
  ]) {
    for (let turn = 0; turn < 8; turn++) {
      const points = Array.from({ length: 361 }, (_, step): Point => {
        const angle = (step / 360) * 2 * Math.PI;
        const distance = radius + depth * Math.cos(waves * angle + (turn / 8) * 2 * Math.PI);
        return [cx + distance * Math.cos(angle), cy + distance * Math.sin(angle)];
      });
      lines.push(...stroke(points, 1.3));
    }
  }
  fill(canvas, lines, INK, 0.16);
}

/** The logo: sixteen petals around a disc, and a check mark. */
function drawSeal(canvas: Canvas, [left, top]: Point, scale: number): void {
  const at = (x: number, y: number): Point => [left + x * scale, top + y * scale];
  const petal = (radius: number, turn: number) =>
    at(16 + radius * Math.cos(turn), 16 + radius * Math.sin(turn));
  const step = (2 * Math.PI) / 16;
  const rim: Point[] = [petal(13.7, 0)];
  for (let index = 0; index < 16; index++) {
    const end = petal(13.7, (index + 1) * step);
    rim.push(...curve(rim.at(-1) ?? end, petal(16.9, (index + 0.5) * step), end));
  }
  fill(canvas, [rim], INK);
  const mark = [at(11, 16.4), at(14.7, 20.1), at(21.4, 12.6)];
  const ends = mark.map(([x, y]) => circle(x, y, 1.3 * scale));
  fill(canvas, stroke(mark, 2.6 * scale), DEEP);
  for (const end of ends) fill(canvas, [end], DEEP);
}

function circle(x: number, y: number, radius: number): Outline {
  return Array.from({ length: 48 }, (_, step): Point => {
    const angle = (step / 48) * 2 * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

// ── Letters ──────────────────────────────────────────────────────────────────

type Command = { command: string; args: number[] };
type Face = {
  unitsPerEm: number;
  layout(text: string): {
    glyphs: { path: { commands: Command[] } }[];
    positions: { xAdvance: number; xOffset: number; yOffset: number }[];
  };
};

const require = createRequire(import.meta.url);
let opened: { bold: Face; regular: Face } | undefined;

function fonts(): { bold: Face; regular: Face } {
  const { create } = require('fontkit') as { create(bytes: Uint8Array): Face };
  const face = (weight: number) =>
    create(readFileSync(require.resolve(`@fontsource/figtree/files/figtree-latin-${weight}-normal.woff`)));
  opened ??= { bold: face(700), regular: face(500) };
  return opened;
}

/** Letters above this size stand closer together. */
const LARGE = 60;

/** `[x, y]`: where the line of text begins, on its base line. */
function write(canvas: Canvas, text: string, face: Face, size: number, [x, y]: Point, colour = INK): void {
  const scale = size / face.unitsPerEm;
  const { glyphs, positions } = face.layout(text);
  const outlines: Outline[] = [];
  let pen = x;
  for (const [index, { path }] of glyphs.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const place = (px: number, py: number): Point => [
      pen + (px + xOffset) * scale,
      y - (py + yOffset) * scale,
    ];
    outlines.push(...outlinesOf(path.commands, place));
    pen += xAdvance * scale - (size > LARGE ? size / 55 : 0);
  }
  if (pen > WIDTH - MARGIN / 2) throw new Error(`the words do not fit into the picture: ${text}`);
  fill(canvas, outlines, colour);
}

function outlinesOf(commands: readonly Command[], place: (x: number, y: number) => Point): Outline[] {
  const outlines: Point[][] = [];
  for (const { command, args } of commands) {
    const points: Point[] = [];
    for (let at = 0; at + 1 < args.length; at += 2) points.push(place(args[at] ?? 0, args[at + 1] ?? 0));
    const last = points.at(-1);
    const from = outlines.at(-1)?.at(-1);
    if (last === undefined) continue;
    if (command === 'moveTo') outlines.push([last]);
    else if (command === 'lineTo') outlines.at(-1)?.push(last);
    else if (command === 'quadraticCurveTo' && from && points[0])
      outlines.at(-1)?.push(...curve(from, points[0], last));
    else throw new Error(`a font with ${command} is not drawn here`);
  }
  return outlines;
}
