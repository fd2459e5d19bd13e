/** The fonts of our PDFs: loaded once per process, and only when a text needs them. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

export type FaceName =
  | 'sans'
  | 'bold'
  | 'serif'
  | 'mono'
  | 'math'
  | 'everything'
  | 'emoji'
  | 'display'
  | 'displayItalic'
  | 'displayBold';

/** Fonts for large letters, where uneven spacing would be seen, so these are always shaped. */
const SHAPED: ReadonlySet<FaceName> = new Set(['display', 'displayItalic', 'displayBold']);

/** The part of fontkit's font type used here. */
type Face = {
  unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): Glyph;
  layout(text: string, features?: unknown): GlyphRun;
};

type Glyph = { advanceWidth: number };

type GlyphRun = {
  glyphs: Glyph[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  advanceWidth: number;
};

const require = createRequire(import.meta.url);
const fontkit = require('fontkit') as { create(bytes: Uint8Array): Face & { _glyphs: object } };

/** The characters of Spanish and English. In these fonts no other character shares a glyph with one of them. */
export const PLAIN = /^[ -~áéíóúüñÁÉÍÓÚÜÑ¿¡«»·–—“”…]*$/;

/**
 * The paths of fonts inside their packages. Unifont covers the whole basic plane, so that nearly every character can be
 * shown. Its glyphs are coarse, so only the emoji font comes after it.
 */
const FILES: Record<FaceName, string> = {
  sans: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf',
  bold: 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf',
  serif: 'dejavu-fonts-ttf/ttf/DejaVuSerifCondensed-Bold.ttf',
  mono: 'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  math: 'dejavu-fonts-ttf/ttf/DejaVuMathTeXGyre.ttf',
  everything: '@fontsource/unifont/files/unifont-latin-400-normal.woff',
  emoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  display: '@expo-google-fonts/eb-garamond/500Medium/EBGaramond_500Medium.ttf',
  displayItalic: '@expo-google-fonts/eb-garamond/500Medium_Italic/EBGaramond_500Medium_Italic.ttf',
  displayBold: '@expo-google-fonts/eb-garamond/600SemiBold/EBGaramond_600SemiBold.ttf',
};

const FALLBACKS: readonly FaceName[] = ['sans', 'math', 'everything', 'emoji'];

const opened = new Map<FaceName, { measured: Face; drawn: Face & { _glyphs: object } }>();

/** Opens a font for lookups and measuring only, which leaves no trace in a document. */
function openFace(name: FaceName): Face {
  return openPair(name).measured;
}

/** Opens a font only for drawing into the current document. */
export function openDrawnFace(name: FaceName): Face {
  return openPair(name).drawn;
}

/**
 * Clears fontkit's cache of glyphs; every document starts with this. The cache keeps each glyph with the characters
 * of its first use. Without this, the texts of earlier documents would get into the character maps of later ones.
 * Documents are drawn synchronously, so there are never two at a time.
 */
export function forgetGlyphs(): void {
  for (const { drawn } of opened.values()) drawn._glyphs = {};
}

/** Opens the fonts that every document needs. This is most of the time that the first document of a thread takes. */
export function openCommonFaces(): void {
  for (const name of ['sans', 'bold', 'serif', 'mono'] as const) widthOf(name, 'Sello');
}

function openPair(name: FaceName) {
  let pair = opened.get(name);
  if (pair === undefined) {
    const file = readFileSync(require.resolve(FILES[name]));
    const bytes = file.toString('latin1', 0, 4) === 'wOFF' ? unpackWoff(file) : file;
    const open = () => (SHAPED.has(name) ? fontkit.create(bytes) : setPlainly(fontkit.create(bytes)));
    pair = { measured: open(), drawn: open() };
    opened.set(name, pair);
  }
  return pair;
}

/**
 * Makes the font skip shaping for plain text. Shaping takes most of a document's time and would only adjust the
 * spacing.
 */
function setPlainly<F extends Face>(face: F): F {
  const shape = face.layout.bind(face);
  face.layout = (text, features) => {
    if (!PLAIN.test(text)) return shape(text, features);
    const glyphs = Array.from(text, (char) => face.glyphForCodePoint(char.codePointAt(0) ?? 0));
    const positions = glyphs.map(({ advanceWidth }) => ({
      xAdvance: advanceWidth,
      yAdvance: 0,
      xOffset: 0,
      yOffset: 0,
    }));
    return { glyphs, positions, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) };
  };
  return face;
}

/**
 * Widths in ems. They are cached because the same labels are in every document. The cache is cleared before callers'
 * texts could make it too large.
 */
const widths = new Map<string, number>();
const MAX_WIDTHS = 20_000;

export function widthOf(name: FaceName, text: string): number {
  const key = `${name} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    const face = openFace(name);
    width = face.layout(text).advanceWidth / face.unitsPerEm;
    if (widths.size >= MAX_WIDTHS) widths.clear();
    widths.set(key, width);
  }
  return width;
}

/** The first face with a glyph for every character of the cluster; undefined if none has them all. */
export function faceFor(cluster: string, preferred: FaceName): FaceName | undefined {
  const codePoints = visibleCodePoints(cluster);
  const order = EMOJI.test(cluster) ? ['emoji' as const, preferred, ...FALLBACKS] : [preferred, ...FALLBACKS];
  return order.find((name) =>
    codePoints.every((codePoint) => openFace(name).hasGlyphForCodePoint(codePoint)),
  );
}

/** The characters of the cluster that the face has a glyph for. */
export function drawnBy(name: FaceName, cluster: string): string {
  const face = openFace(name);
  return [...cluster].filter((char) => face.hasGlyphForCodePoint(char.codePointAt(0) ?? 0)).join('');
}

/** Characters shown as emoji, or parts of a flag. For these the emoji font is preferred over a text font. */
const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\uFE0F/u;

/** The characters of a cluster that need a glyph: joiners and variation selectors need none of their own. */
function visibleCodePoints(cluster: string): number[] {
  const chars = [...cluster];
  const visible = chars.length === 1 ? chars : chars.filter((char) => !IGNORABLE.test(char));
  return visible.map((char) => char.codePointAt(0) ?? 0);
}

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Unpacks a WOFF 1.0 file (W3C, §§ 3–5), which is a TrueType file with each table compressed. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let offset = directory.length;
  for (let i = 0; i < count; i++) {
    const entry = 44 + 20 * i;
    const [start, storedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const stored = woff.subarray(start, start + storedLength);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    (storedLength < length ? inflateSync(stored) : stored).copy(padded);
    const at = 12 + 16 * i;
    woff.copy(directory, at, entry, entry + 4);
    woff.copy(directory, at + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(length, at + 12);
    tables.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([directory, ...tables]);
}
