/** Points are numbers with two decimals at most, counted as integer hundredths so that 0.1 + 0.2 is 0.3. */

export const MOST_POINTS = 100_000;

export function toHundredths(points: number): number {
  return Math.round(points * 100);
}

/** The division is correctly rounded, so the number prints with the decimals that were meant. */
export function fromHundredths(hundredths: number): number {
  return hundredths / 100;
}

/** Whether this is an amount that can be kept exactly: 0 < n ≤ 100,000, two decimals at most. */
export function isPoints(value: number): boolean {
  return value > 0 && isMinimum(value);
}

/** The same amounts, or 0, because a waiver may ask for nothing. */
function isMinimum(value: number): boolean {
  return value >= 0 && value <= MOST_POINTS && fromHundredths(toHundredths(value)) === value;
}
