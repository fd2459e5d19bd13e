import { expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { curpOf } from './curp.ts';
import { rfcOf } from './rfc.ts';

const says = (read: () => string) => {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.text.en}`;
    throw error;
  }
};
const curp = (text: string) => says(() => curpOf(text));
const rfc = (text: string) => says(() => rfcOf(text));

test('the examples published by the authorities are valid, in upper or lower case', () => {
  for (const good of ['HEGG560427MVZRRL04', 'SABC560626MDFLRN01', 'MAAR790213HMNRLF03'])
    expect(curp(good)).toBe(good);
  expect(curp(' hegg560427mvzrrl04 ')).toBe('HEGG560427MVZRRL04');
});

test('a single wrong character is found by the check digit', () => {
  for (const typo of ['HEGG560427MVZRRL05', 'HEGG560427MVZRLR04'])
    expect(curp(typo)).toMatch(/^invalid_curp: .*check digit/);
});

test('the homoclave tells the century: 29 February was in 2000 and not in 1900', () => {
  expect(curp('GOMA000229HDFRRNA4')).toBe('GOMA000229HDFRRNA4');
  expect(curp('GOMA000229HDFRRN01')).toMatch(/birth date that does not exist/);
  expect(curp('GOMA010229HDFRRNA1')).toMatch(/birth date that does not exist/);
});

test('length, shape, date and state are each refused by name, and the CURP is never repeated', () => {
  for (const [bad, word] of [
    ['HEGG560427MVZRRL0', '18 characters'],
    ['HEGG5604X7MVZRRL04', 'letter where a digit'],
    ['HEGG561327MVZRRL04', 'birth date'],
    ['HEGG560427MXXRRL04', 'state of birth'],
    ['HEGG560427AVZRRL04', 'letter where a digit'],
    ['ÑEGG560427MVZRRL04', 'letter where a digit'],
  ] as const) {
    expect(curp(bad)).toContain(word);
    expect(curp(bad)).not.toContain(bad);
  }
});

test('an RFC has 12 characters for organisations, 13 for people, and a date that exists', () => {
  for (const good of ['GODE561231GR8', 'ABC680524P76', 'ÑUÑO000229AB1', 'A&B010101AAA', 'XAXX010101000'])
    expect(rfc(good)).toBe(good);
  expect(rfc('gode561231gr8')).toBe('GODE561231GR8');
  expect(rfc('GODE561231')).toMatch(/^invalid_rfc: .*12 or 13/);
  expect(rfc('GODE561331GR8')).toMatch(/date that does not exist/);
  expect(rfc('G0DE561231GR8')).toMatch(/three or four letters/);
});
