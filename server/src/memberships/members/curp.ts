/**
 * The CURP, the key of every person in Mexico's population register: name letters, birth date, sex, state of birth,
 * consonants, homoclave, check digit (Instructivo normativo para la asignación de la CURP).
 */

import { parseDay } from '@sello/rules';
import { AppError } from '../../kernel/errors.ts';

const SHAPE = /^[A-Z][AEIOUX][A-Z]{2}(\d{2})(\d{2})(\d{2})[HMX]([A-Z]{2})[B-DF-HJ-NP-TV-Z]{3}([0-9A-Z])\d$/;

/** The federal entities by the register's codes; NE means born abroad. */
const STATES = new Set(
  'AS BC BS CC CL CM CS CH DF DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE'.split(
    ' ',
  ),
);

/** The characters of a CURP. The position of each one is its value in the check digit. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Returns the CURP in capitals, or throws an error that says what is wrong without repeating the value. */
export function curpOf(text: string): string {
  const curp = text.trim().toUpperCase();
  if (curp.length !== 18) throw invalid('must have 18 characters.', 'debe tener 18 caracteres.');
  const [, year, month, date, state = '', homoclave = ''] = SHAPE.exec(curp) ?? [];
  if (year === undefined)
    throw invalid(
      'has a letter where a digit belongs or the other way round.',
      'tiene una letra donde va un dígito o al revés.',
    );
  // The homoclave is a digit for births up to 1999, a letter from 2000 on.
  const century = /\d/.test(homoclave) ? '19' : '20';
  if (parseDay(`${century}${year}-${month}-${date}`) === null)
    throw invalid(
      'holds a birth date that does not exist.',
      'contiene una fecha de nacimiento que no existe.',
    );
  if (!STATES.has(state))
    throw invalid('names no state of birth.', 'no nombra ninguna entidad de nacimiento.');
  if (checkDigitOf(curp) !== curp[17])
    throw invalid(
      'has a wrong check digit; compare it with the document.',
      'tiene un dígito verificador incorrecto; compárela con el documento.',
    );
  return curp;
}

function checkDigitOf(curp: string): string {
  let sum = 0;
  for (let place = 0; place < 17; place += 1) sum += ALPHABET.indexOf(curp[place] ?? '') * (18 - place);
  return String((10 - (sum % 10)) % 10);
}

function invalid(en: string, es: string): AppError {
  return new AppError('invalid_curp', { en: `\`curp\` ${en}`, es: `\`curp\` ${es}` });
}
