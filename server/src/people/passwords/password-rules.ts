/**
 * Which passwords are refused (NIST SP 800-63B-4 §3.1.1.2, OWASP ASVS 5 §6.2): common ones, and those made of what
 * everybody knows of the person or the service. There are no rules about which characters to use.
 */

import { AppError } from '../../kernel/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** The words that somebody who guesses would try first. */
type OwnWords = { email: string; name: string; serviceName: string };

/** How many letters must remain of a password after removing its owner's words. */
const LETTERS_OF_ITS_OWN = 5;
/** A shorter word appears in too many good passwords by chance. */
const SHORTEST_WORD = 3;

/** `field` is the name of the password in the request. */
export async function assertGoodPassword(field: string, password: string, words: OwnWords): Promise<void> {
  if (isOfOwnWords(password, words)) {
    throw new AppError('validation_failed', {
      en: `\`${field}\` is made of your name, your e-mail address or the name of this service. Choose one that others cannot guess.`,
      es: `\`${field}\` está hecha de su nombre, su correo o el nombre de este servicio. Elija una que otros no puedan adivinar.`,
    });
  }
  if (await isCommonPassword(password)) {
    throw new AppError('validation_failed', {
      en: `\`${field}\` is one of the most common passwords, which are tried first. Choose another, for example a short sentence.`,
      es: `\`${field}\` es una de las contraseñas más comunes, que se prueban primero. Elija otra, por ejemplo una frase corta.`,
    });
  }
}

/** Digits and signs around one's own name do not make a password. */
function isOfOwnWords(password: string, { email, name, serviceName }: OwnWords): boolean {
  const given = plain(password);
  const words = [email, ...email.split(/[@.+_-]/), name, ...name.split(/\s+/), serviceName]
    .map(plain)
    .filter((word) => word.length >= SHORTEST_WORD)
    // Longest first: the whole name before its parts.
    .toSorted((one, other) => other.length - one.length);
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), given);
  return rest !== given && rest.replaceAll(/[^\p{L}]/gu, '').length < LETTERS_OF_ITS_OWN;
}

/** The text in lower case, without accents, spaces and signs. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
