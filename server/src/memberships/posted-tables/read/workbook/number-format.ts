/** Decides from its format what a cell's number means: a day, a share, a code with leading zeros, or just a number. */

export type NumberFormat = { kind: 'plain' | 'day' | 'percent' } | { kind: 'zeros'; digits: number };

export const PLAIN: NumberFormat = { kind: 'plain' };

/** ECMA-376 part 1, 18.8.30: the formats that every workbook has, in each language's variants. */
const isBuiltInDay = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
const isBuiltInPercent = (id: number) => id === 9 || id === 10;
const FIRST_OWN = 164;

/** `code` is the workbook's own format, such as `dd/mm/yyyy`. */
export function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined || (id < FIRST_OWN && isBuiltInDay(id))) {
    if (isBuiltInDay(id)) return { kind: 'day' };
    return isBuiltInPercent(id) ? { kind: 'percent' } : PLAIN;
  }
  // Quoted and escaped text, colours and languages are not part of the pattern. The parts after the first one are for
  // negative numbers, zero and text.
  const [pattern = ''] = code
    .replace(/"[^"]*"|\\.|\[[^\][]*\]|_./g, '')
    .split(';')
    .map((part) => part.trim());
  if (/[dy]/i.test(pattern)) return { kind: 'day' };
  if (pattern.includes('%')) return { kind: 'percent' };
  return /^0{2,20}$/.test(pattern) ? { kind: 'zeros', digits: pattern.length } : PLAIN;
}

/** The text of a number as its reader sees it. Days become YYYY-MM-DD, whatever order the format shows. */
export function showNumber(text: string, format: NumberFormat, isFrom1904: boolean): string {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return text;
  if (format.kind === 'day')
    return dayOfSerial(number + (isFrom1904 ? DAYS_UP_TO_1904 : 0)) ?? decimal(number);
  if (format.kind === 'percent') return decimal(number * 100);
  if (format.kind === 'zeros' && Number.isInteger(number) && number >= 0)
    return String(number).padStart(format.digits, '0');
  return decimal(number);
}

/** Files keep 0.1 + 0.2 as 0.30000000000000004; spreadsheets show fifteen digits. */
function decimal(number: number): string {
  const rounded = Number(number.toPrecision(15));
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? BigInt(rounded).toString() : String(rounded);
}

const DAYS_UP_TO_1904 = 1_462;
const DAY_MS = 86_400_000;
const DAY_ZERO = Date.UTC(1899, 11, 30);
/** 9999-12-31 */
const LAST_SERIAL = 2_958_465;

/**
 * The day of a serial number of Excel, which counts from 1900-01-01 and believes that 1900 had a 29 February: numbers
 * up to that day are one off.
 */
export function dayOfSerial(serial: number): string | undefined {
  const days = Math.floor(serial);
  if (days < 1 || days > LAST_SERIAL || days === 60) return undefined;
  return new Date(DAY_ZERO + (days < 60 ? days + 1 : days) * DAY_MS).toISOString().slice(0, 10);
}
