import { expect, test } from 'vitest';
import { type Ink, setLines } from './pdf-text.ts';

const INK: Ink = { face: 'sans', size: 10, color: '#000000' };
const textOf = (text: string, width = 10_000) =>
  setLines(text, INK, width).map(({ pieces }) => pieces.map((piece) => piece.text).join(''));

test('nothing is lost in breaking lines, and no line is wider than its column', () => {
  const text = `${'palabra '.repeat(30)}${'x'.repeat(400)} fin`;
  const lines = setLines(text, INK, 200);
  expect(
    lines
      .flatMap(({ pieces }) => pieces)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
  for (const { pieces } of lines) {
    const shown = pieces.map((piece) => piece.drawn).join('');
    if (!shown.endsWith(' ')) expect(pieces.reduce((sum, { width }) => sum + width, 0)).toBeLessThan(201);
  }
});

test('lines break at spaces, else after punctuation, else anywhere', () => {
  expect(textOf('uno dos tres', 40)).toEqual(['uno dos ', 'tres']);
  expect(textOf('carpeta/archivo', 45)).toEqual(['carpeta/', 'archivo']);
  expect(textOf('aaaaaaaaaa', 30).length).toBeGreaterThan(1);
});

test('line feeds of any kind end a line', () => {
  expect(textOf('a\nb\r\nc\u2028d')).toEqual(['a', 'b', 'c', 'd']);
});

test('a direction override is shown as a box and not obeyed', () => {
  const [line] = setLines('a\u202Ebc', INK, 1_000);
  expect(line?.pieces.map(({ face, text }) => [face, text])).toEqual([
    ['sans', 'a'],
    [undefined, '\u202E'],
    ['sans', 'bc'],
  ]);
});

test('invisible characters get a box, so that two titles that look the same are the same', () => {
  for (const char of [
    '\u00AD',
    '\u200B',
    '\uFEFF',
    '\u2060',
    '\uF8FF',
    '\u{E0041}',
    '\u3164',
    'x\u200D',
    'x\uFE0F',
  ]) {
    const [line] = setLines(`a ${char} b`, INK, 1_000);
    expect(line?.pieces.map(({ face }) => face)).toContain(undefined);
  }
});

test('a right-to-left stretch is reversed as a whole, but its numbers are not', () => {
  const [line] = setLines('a \u05D0\u05D1 12 \u05D2 b', INK, 1_000);
  expect(line?.pieces.map(({ text, isRightToLeft }) => [text, isRightToLeft])).toEqual([
    ['a ', false],
    [' \u05D2', true],
    ['12', false],
    ['\u05D0\u05D1 ', true],
    [' b', false],
  ]);
});

test('a cluster wider than the column is split into its characters', () => {
  const wide = `${'\u1112\u1161'.repeat(1)}${'\u0301'.repeat(3)}${'\u{1F468}\u200D'.repeat(40)}\u{1F468}`;
  expect(
    setLines(wide, INK, 60)
      .flatMap(({ pieces }) => pieces)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(wide);
});

test('P105: marks stacked without end are drawn as boxes after the first few, and none is lost', () => {
  const text = `a${'\u0301\u0323'.repeat(2_000)}`;
  const pieces = setLines(text, INK, 200).flatMap((line) => line.pieces);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  for (const piece of pieces) expect([...piece.drawn].length).toBeLessThanOrEqual(16);
  const loose = setLines('\u0301\u200b'.repeat(2_000), INK, 200).flatMap((line) => line.pieces);
  for (const piece of loose) expect(piece.drawn.length).toBeLessThanOrEqual(256 + 16);
});
