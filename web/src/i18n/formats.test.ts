import { expect, test } from 'vitest';
import { makeFormats } from './formats.ts';

const mexico = makeFormats({ language: 'es', timeZone: 'America/Mexico_City' });
const english = makeFormats({ language: 'en', timeZone: 'America/Mexico_City' });

test('a moment is shown in the time zone of the account, not of the browser', () => {
  expect(mexico.date('2026-01-01T05:59:59Z')).toBe('31 dic 2025');
  expect(mexico.date('2026-01-01T06:00:00Z')).toBe('1 ene 2026');
  expect(makeFormats({ language: 'es', timeZone: 'Asia/Tokyo' }).date('2025-12-31T15:00:00Z')).toBe(
    '1 ene 2026',
  );
});

test('a day is the same day everywhere', () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Mexico_City'])
    expect(makeFormats({ language: 'en', timeZone }).day('2026-01-31')).toBe('Jan 31');
});

test('times for evidence name their seconds and their zone', () => {
  const at = '2026-01-01T06:00:07Z';
  expect(english.exactTime(at)).toBe('January 1, 2026 at 00:00:07 (Mexico City time)');
  expect(mexico.exactTime(at)).toBe('1 de enero de 2026 a las 00:00:07 (hora del centro de México)');
  expect(makeFormats({ language: 'es', timeZone: 'America/Tijuana' }).exactTime(at)).toMatch(
    /22:00:07 \(hora del Pacífico\)$/,
  );
  expect(makeFormats({ language: 'en', timeZone: 'UTC' }).exactTime(at)).toMatch(/06:00:07 \(UTC\)$/);
});

test('sizes and numbers are formatted for the language', () => {
  expect(mexico.number(1_234_567)).toBe('1,234,567');
  expect(english.bytes(0)).toBe('0 bytes');
  expect(english.bytes(1_500)).toBe('1.5 kB');
  expect(english.bytes(52_428_800)).toBe('52.4 MB');
});

test('recent and upcoming times are shown as a distance', () => {
  const now = new Date('2026-01-31T12:00:00Z');
  expect(english.relative('2026-01-31T11:57:30Z', now)).toBe('2 minutes ago');
  expect(mexico.relative('2026-01-30T11:00:00Z', now)).toBe('ayer');
  expect(english.relative('2026-02-02T13:00:00Z', now)).toBe('in 2 days');
});
