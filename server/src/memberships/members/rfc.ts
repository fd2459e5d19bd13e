/**
 * The RFC, the key of the tax register: letters, a date, a homoclave; 13 characters for people, 12 for organisations.
 * Its check digit is not verified: keys from before check digits existed are still valid.
 */

import { parseDay } from '@sello/rules';
import { AppError } from '../../kernel/errors.ts';

const SHAPE = /^[A-ZÑ&]{3,4}(\d{2})(\d{2})(\d{2})[A-Z0-9]{2}[0-9A]$/;

/** Returns the RFC in capitals, or throws an error that says what is wrong without repeating the value. */
export function rfcOf(text: string): string {
  const rfc = text.trim().normalize('NFC').toUpperCase();
  if (rfc.length !== 12 && rfc.length !== 13)
    throw invalid('must have 12 or 13 characters.', 'debe tener 12 o 13 caracteres.');
  const [, year, month, date] = SHAPE.exec(rfc) ?? [];
  if (year === undefined)
    throw invalid(
      'must be three or four letters, a date of six digits and a homoclave of three characters.',
      'debe ser de tres o cuatro letras, una fecha de seis dígitos y una homoclave de tres caracteres.',
    );
  // The century is unknown. The date is checked in the 2000s, because 2000 was a leap year and 1900 was not.
  if (parseDay(`20${year}-${month}-${date}`) === null)
    throw invalid('holds a date that does not exist.', 'contiene una fecha que no existe.');
  return rfc;
}

function invalid(en: string, es: string): AppError {
  return new AppError('invalid_rfc', { en: `\`rfc\` ${en}`, es: `\`rfc\` ${es}` });
}
