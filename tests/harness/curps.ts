/** Invented people with identifiers that look real. */

const ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Appends the check digit to the first 17 characters of a CURP. */
function withCheckDigit(start: string): string {
  const sum = [...start].reduce((total, char, i) => total + ALPHABET.indexOf(char) * (18 - i), 0);
  return start + String((10 - (sum % 10)) % 10);
}

/** The nth person of a very long list. */
export function curpNumber(n: number): string {
  const letter = (at: number) => 'BCDFGHJKLMNPQRSTVWXYZ'[Math.floor(n / 21 ** at) % 21];
  const day = String((n % 28) + 1).padStart(2, '0');
  return withCheckDigit(`GOMA8005${day}HDF${letter(0)}${letter(1)}${letter(2)}${Math.floor(n / 9261) % 10}`);
}
