/** Members of a council that does not exist. The surnames are invented, so that no real person has both of them. */

import type { Draw } from './draw.ts';

export type DemoPerson = {
  given_name: string;
  first_surname: string;
  second_surname: string;
  email: string;
  curp: string;
  professional_license: string;
};

const WOMEN =
  'Alma Beatriz Camila Dalia Elena Fabiola Gabriela Hilda Irene Julieta Karla Leticia Mariana Norma Olivia Patricia Regina Sofía Teresa Ximena'.split(
    ' ',
  );
const MEN =
  'Adrián Bruno César Darío Emilio Fernando Gerardo Héctor Iván Joaquín Leonardo Mauricio Nicolás Óscar Pablo Raúl Sergio Tomás Ulises Víctor'.split(
    ' ',
  );
const SURNAMES = [
  ...['Albarreal', 'Bermezal', 'Cantoluz', 'Doradilla', 'Encinalbo', 'Fontarrosa', 'Garvizal', 'Huertalba'],
  ...['Iturmendal', 'Jaramalgo', 'Laurenzal', 'Mirabrisa', 'Nogueralta', 'Olmedizo', 'Pradomar', 'Quintalba'],
  ...[
    'Riosauce',
    'Salvamonte',
    'Torrealisal',
    'Umbrialdo',
    'Valdecorzo',
    'Yerbalinda',
    'Zarzalejo',
    'Campoverano',
  ],
  ...['Montesagrado', 'Peñaluna', 'Robledizo', 'Sotoblanco', 'Tejadilla', 'Vegarrubia'],
];
const STATES = ['DF', 'JC', 'NL', 'PL', 'MC', 'VZ', 'GT', 'YN', 'QT', 'SP'];

/** The characters of a CURP. The position of each one is its value in the check digit. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** The nth person. No two persons have the same CURP, address or licence. */
export function personNumber(n: number, draw: Draw): DemoPerson {
  const isWoman = n % 2 === 0;
  const given = draw.oneOf(isWoman ? WOMEN : MEN);
  const first = SURNAMES[n % SURNAMES.length] ?? '';
  const second = SURNAMES[(Math.floor(n / SURNAMES.length) + 7 * n + 1) % SURNAMES.length] ?? '';
  return {
    given_name: given,
    first_surname: first,
    second_surname: second,
    // The domain is reserved for examples, so no mail is ever sent to it.
    email: `${plain(given)}.${plain(first)}.${n + 1}@socios.example`.toLowerCase(),
    curp: curpOf(n, { given, first, second, isWoman }, draw),
    professional_license: String(90_000_000 + n),
  };
}

type Names = { given: string; first: string; second: string; isWoman: boolean };

function curpOf(n: number, { given, first, second, isWoman }: Names, draw: Draw): string {
  const two = (value: number) => String(value).padStart(2, '0');
  // The date of birth depends on n, so that no two CURPs are the same.
  const birth = `${two(58 + (n % 36))}${two(1 + (Math.floor(n / 36) % 12))}${two(1 + (n % 28))}`;
  const letters = curpLetters(first, second, given);
  const inner = innerConsonant(first) + innerConsonant(second) + innerConsonant(given);
  const start = `${letters}${birth}${isWoman ? 'M' : 'H'}${draw.oneOf(STATES)}${inner}${n % 10}`;
  const sum = [...start].reduce((total, char, place) => total + ALPHABET.indexOf(char) * (18 - place), 0);
  return start + String((10 - (sum % 10)) % 10);
}

function curpLetters(first: string, second: string, given: string): string {
  const [a, b, c] = [plain(first), plain(second), plain(given)].map((name) => name.toUpperCase());
  const vowel = /[AEIOU]/.exec(a?.slice(1) ?? '')?.[0] ?? 'X';
  return `${a?.[0]}${vowel}${b?.[0]}${c?.[0]}`;
}

function innerConsonant(name: string): string {
  return /[BCDFGHJKLMNPQRSTVWXYZ]/.exec(plain(name).toUpperCase().slice(1))?.[0] ?? 'X';
}

function plain(name: string): string {
  return name.replaceAll('ñ', 'x').normalize('NFD').replace(/\p{M}/gu, '');
}
