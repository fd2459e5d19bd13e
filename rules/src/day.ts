/** Calendar days as whole numbers (0 is 1970-01-01) in the proleptic Gregorian calendar, without clock or zone. */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAYS_BEFORE_MARCH_0000 = 719_468;
const DAYS_IN_400_YEARS = 146_097;

/** The day that this text names, or null if it names none, such as 2023-02-29, a text with a time, or the year 0000. */
export function parseDay(text: string): number | null {
  const [, year, month, date] = DAY.exec(text) ?? [];
  if (!year || year === '0000') return null;
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  if (m < 1 || m > 12 || d < 1 || d > lastDateOf(y, m)) return null;
  return dayOf(y, m, d);
}

/** Converts a day that was already checked when the data came in. */
export function toDay(text: string): number {
  const day = parseDay(text);
  if (day === null) throw new RangeError(`not a day: ${text}`);
  return day;
}

export function printDay(day: number): string {
  const { year, month, date } = civil(day);
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(date)}`;
}

/**
 * If the month does not have the day, the result is the last day of the month. Always add from the first start and
 * never step by step, or that shorter day would be kept in later months.
 */
export function addMonths(day: number, months: number): number {
  const { year, month, date } = civil(day);
  const sum = year * 12 + (month - 1) + months;
  const y = Math.floor(sum / 12);
  const m = sum - y * 12 + 1;
  return dayOf(y, m, Math.min(date, lastDateOf(y, m)));
}

/** The most months that can be added to `origin` without passing `day`. Negative if `day` is before `origin`. */
export function monthsUpTo(origin: number, day: number): number {
  const from = civil(origin);
  const to = civil(day);
  const months = (to.year - from.year) * 12 + (to.month - from.month);
  return addMonths(origin, months) > day ? months - 1 : months;
}

/**
 * Counts years from March, so that the leap day is the last day of the year. This makes the conversion plain arithmetic
 * in both directions.
 */
function dayOf(year: number, month: number, date: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_IN_400_YEARS + dayOfEra - DAYS_BEFORE_MARCH_0000;
}

function civil(day: number): { year: number; month: number; date: number } {
  const shifted = day + DAYS_BEFORE_MARCH_0000;
  const era = Math.floor(shifted / DAYS_IN_400_YEARS);
  const dayOfEra = shifted - era * DAYS_IN_400_YEARS;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, date: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1 };
}

function lastDateOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
