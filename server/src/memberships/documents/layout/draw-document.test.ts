import { expect, test } from 'vitest';
import type { DiplomaContent, DocumentContent, DocumentMaterial } from '../content.ts';
import { drawDocument } from './draw-document.ts';
import { daysInWords, roleWords } from './words.ts';

const COUNCIL = {
  name: 'Consejo de Ejemplo',
  color: '#1d3a5f',
  accent: '#a8842c',
  logo: null,
  signatures: [],
};

const DIPLOMA: DiplomaContent = {
  kind: 'diploma',
  council: COUNCIL,
  folio: 'D-2026-000123',
  issued_on: '2026-03-09',
  holder: 'Ana Luna Treviño',
  title: 'Congreso Nacional',
  activity: null,
  provider: null,
  role: 'speaker',
  hours: 20,
  points: [{ points: 10, unit: 'puntos EC', program: 'Vigencia' }],
  aval: 'AVAL-2026-000123',
  starts_on: '2026-03-04',
  ends_on: '2026-03-06',
  place: null,
};

const materialOf = (content: DocumentContent, fields: Partial<DocumentMaterial> = {}): DocumentMaterial => ({
  livemode: true,
  content,
  url: 'https://sello.example.org/v/3kTMd92jfPzQ81nXyB5cUa',
  images: new Map(),
  serviceName: 'Sello',
  writtenAt: new Date('2026-03-09T17:00:00Z'),
  ...fields,
});

const pagesOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)?.length;

test('the same content gives the same bytes, whatever was drawn before', async () => {
  const first = await drawDocument(materialOf(DIPLOMA));
  await drawDocument(materialOf({ ...DIPLOMA, holder: 'Ωμέγα 王 😀', title: 'Otro' }, { livemode: false }));
  expect(Buffer.from(await drawDocument(materialOf(DIPLOMA))).equals(Buffer.from(first))).toBe(true);
  const other = await drawDocument(materialOf({ ...DIPLOMA, folio: 'D-2026-000124' }));
  expect(Buffer.from(other).equals(Buffer.from(first))).toBe(false);
});

test.for([
  ['short', 'Li', 'RCP'],
  ['long', 'María Guadalupe Fernanda de los Ángeles '.repeat(15), 'Curso de actualización '.repeat(21)],
  ['Greek and Cyrillic', 'Ελένη Παπαδοπούλου', 'Владимир Ковалёв'],
  ['Chinese, Arabic, Hebrew', '王小明 عبد الله محمد', 'אברהם 佐藤'],
  ['emoji and what cannot be seen', '👩‍⚕️ Ana‮ Luna​', '🇲🇽 \u{E0041}'],
  ['one word without an end', 'x'.repeat(600), 'y'.repeat(500)],
  ['no name at all', '', ''],
] as const)('%s: it is one page', async ([, holder, title]) => {
  const pdf = await drawDocument(materialOf({ ...DIPLOMA, holder, title }));
  expect(pagesOf(pdf)).toBe(1);
});

test('days and roles are written in both languages', () => {
  expect(daysInWords('2026-03-04', '2026-03-04').es).toBe('4 de marzo de 2026');
  expect(daysInWords('2026-03-04', '2026-03-06')).toEqual({
    es: '4 al 6 de marzo de 2026',
    en: '4 to 6 March 2026',
  });
  expect(daysInWords('2026-02-28', '2026-03-06').es).toBe('28 de febrero al 6 de marzo de 2026');
  expect(daysInWords('2025-12-28', '2026-03-06').en).toBe('28 December 2025 to 6 March 2026');
  expect(roleWords('speaker')).toEqual({ es: 'ponente', en: 'speaker' });
  expect(roleWords('constructor').es).toBe('constructor');
  expect(roleWords('jefe_de_taller').es).toBe('jefe de taller');
});
