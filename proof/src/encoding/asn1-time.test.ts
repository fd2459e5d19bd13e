import { describe, expect, test } from 'vitest';
import { readAsn1Time, readGeneralizedTime, readUtcTime, textOfTime } from './asn1-time.ts';
import { encodeUtf8 } from './bytes.ts';
import { type DerElement, readDer, TAG } from './der.ts';
import { derElement } from './der-writer.ts';

const generalized = (text: string): DerElement => readDer(derElement(TAG.generalizedTime, encodeUtf8(text)));
const utc = (text: string): DerElement => readDer(derElement(TAG.utcTime, encodeUtf8(text)));

describe('GeneralizedTime', () => {
  test.each([
    ['20180718205903.190Z', '2018-07-18T20:59:03.190Z', '2018-07-18T20:59:03.190Z'],
    ['20180718205903Z', '2018-07-18T20:59:03Z', '2018-07-18T20:59:03.000Z'],
    ['20180718205903.5Z', '2018-07-18T20:59:03.5Z', '2018-07-18T20:59:03.500Z'],
    ['20180718205903.123456789Z', '2018-07-18T20:59:03.123456789Z', '2018-07-18T20:59:03.123Z'],
    ['20240229235959.9999Z', '2024-02-29T23:59:59.9999Z', '2024-02-29T23:59:59.999Z'],
  ])('%s keeps every digit in its text', (written, text, date) => {
    const time = readGeneralizedTime(generalized(written));
    expect(textOfTime(time)).toBe(text);
    expect(time.at.toISOString()).toBe(date);
  });

  test.each([
    '20180718205903',
    '20180718205903.Z',
    '20180718205903,5Z',
    '20180718205903+0000',
    '201807182059Z',
    '20180231000000Z',
    '20230229000000Z',
    '20181301000000Z',
    '20180700000000Z',
    '20180718240000Z',
    '20180718236000Z',
    '20180718205960Z',
    '00180718205903Z',
    '20180718205903Z ',
    `20180718205903.${'0'.repeat(60)}Z`,
    '',
  ])('%j is not a time', (written) => {
    expect(() => readGeneralizedTime(generalized(written))).toThrow('no valid time');
  });

  test('a UTCTime is not read as one', () => {
    expect(() => readGeneralizedTime(utc('20180718205903Z'))).toThrow('no valid time');
  });
});

describe('UTCTime', () => {
  test('two digits of the year mean 1950 to 2049', () => {
    expect(readUtcTime(utc('491231235959Z')).at.toISOString()).toBe('2049-12-31T23:59:59.000Z');
    expect(readUtcTime(utc('500101000000Z')).at.toISOString()).toBe('1950-01-01T00:00:00.000Z');
  });

  test('a fraction is read only where the caller asked for it', () => {
    const time = readUtcTime(utc('180718205903.190Z'), { allowFraction: true });
    expect(time.fraction).toBe('190');
    expect(textOfTime(time)).toBe('2018-07-18T20:59:03.190Z');
    expect(() => readUtcTime(utc('180718205903.190Z'))).toThrow('no valid time');
    expect(() => readAsn1Time(utc('180718205903.190Z'))).toThrow('no valid time');
  });
});
