/** The words for a badge on `/verify`. */

import type { BadgeCheckName, BadgeReason, BadgeVerdict } from '@sello/proof/badges';
import { LANGUAGE } from '../page-words.ts';

const es = {
  headline: {
    valid: 'la insignia es auténtica y no está revocada',
    unconfirmed: 'no se pudo comprobar todo lo que hace falta para creerle',
    invalid: 'no confíe en esta insignia',
  } satisfies Record<BadgeVerdict['verdict'], string>,
  words: { valid: 'Válida', unconfirmed: 'Sin confirmar', invalid: 'No válida' } satisfies Record<
    BadgeVerdict['verdict'],
    string
  >,
  titles: {
    'badge.structure': 'La insignia está bien formada',
    'badge.issuer': 'El emisor conoce la clave',
    'badge.signature': 'La firma es auténtica',
    'badge.days': 'Está dentro de sus fechas',
    'badge.status': 'No está revocada',
    'badge.parts': 'Cada insignia que contiene es válida',
  } satisfies Record<BadgeCheckName, string>,
  fails: {
    'badge.structure': 'La insignia no está bien formada',
    'badge.issuer': 'El emisor no conoce la clave',
    'badge.signature': 'La firma no es auténtica',
    'badge.days': 'Está fuera de sus fechas',
    'badge.status': 'Está revocada',
    'badge.parts': 'No todas las insignias que contiene son válidas',
  } satisfies Record<BadgeCheckName, string>,
  reasons: {
    well_formed: 'Open Badges 3.0 o CLR 2.0, con una prueba eddsa-rdfc-2022 o firmada como JWT',
    malformed:
      'no es una insignia Open Badges 3.0 ni un CLR 2.0, con una prueba eddsa-rdfc-2022 o firmada como JWT con EdDSA',
    claims_differ: 'los datos del JWT no dicen lo mismo que la insignia',
    unknown_context: 'usa un vocabulario que aquí no se conoce',
    key_found: 'la clave está en el documento del emisor',
    issuer_not_asked: 'el emisor es otro servidor, y esta página no le pregunta a nadie más',
    key_not_issuers: 'el emisor no conoce esta clave',
    signed: 'nada cambió desde que se firmó',
    forged: 'algo cambió desde que se firmó, o la firmó alguien más',
    no_key: 'sin la clave del emisor no se puede comprobar',
    in_time: 'hoy está dentro de sus fechas',
    not_yet: 'aún no comienza',
    expired: 'ya venció',
    not_revoked: 'la lista de estado del emisor no la revoca',
    revoked: 'el emisor la revocó',
    no_status: 'no nombra ninguna lista de estado, así que no se puede saber si fue revocada',
    status_not_asked: 'su lista de estado no se pudo consultar',
    status_unusable: 'su lista de estado no es del emisor o no se puede leer',
    parts_valid: 'todas son auténticas y ninguna está revocada',
    part_invalid: 'alguna no es auténtica, está revocada o no se puede leer',
    part_unconfirmed: 'alguna no se pudo comprobar del todo',
  } satisfies Record<BadgeReason, string>,
  tooLong: 'La insignia no se pudo comprobar aquí: tarda demasiado o este navegador no lo permite.',
  says: {
    issuer: 'Emisor',
    name: 'Logro',
    awarded: 'Fecha',
    credits: 'Puntos',
    parts: 'Insignias que contiene',
  },
  recipient:
    'La insignia no nombra a nadie: lleva un hash del correo de la persona. Compruebe por otra vía de quién es.',
};

type BadgeWords = typeof es;

const en: BadgeWords = {
  headline: {
    valid: 'the badge is authentic and not revoked',
    unconfirmed: 'not all that is needed to believe it could be checked',
    invalid: 'do not trust this badge',
  },
  words: { valid: 'Valid', unconfirmed: 'Unconfirmed', invalid: 'Invalid' },
  titles: {
    'badge.structure': 'The badge is well-formed',
    'badge.issuer': 'The issuer knows the key',
    'badge.signature': 'The signature is authentic',
    'badge.days': 'It is within its dates',
    'badge.status': 'It is not revoked',
    'badge.parts': 'Every badge in it is valid',
  },
  fails: {
    'badge.structure': 'The badge is not well-formed',
    'badge.issuer': 'The issuer does not know the key',
    'badge.signature': 'The signature is not authentic',
    'badge.days': 'It is outside its dates',
    'badge.status': 'It is revoked',
    'badge.parts': 'Not every badge in it is valid',
  },
  reasons: {
    well_formed: 'Open Badges 3.0 or CLR 2.0, with an eddsa-rdfc-2022 proof or signed as a JWT',
    malformed:
      'this is neither an Open Badges 3.0 badge nor a CLR 2.0, with an eddsa-rdfc-2022 proof or signed as a JWT with EdDSA',
    claims_differ: 'the claims of the JWT say something else than the badge',
    unknown_context: 'it uses a vocabulary that is not known here',
    key_found: 'the key is in the issuer’s document',
    issuer_not_asked: 'the issuer is another server, and this page asks nobody else',
    key_not_issuers: 'the issuer does not know this key',
    signed: 'nothing changed since it was signed',
    forged: 'something changed since it was signed, or somebody else signed it',
    no_key: 'it cannot be checked without the issuer’s key',
    in_time: 'today is within its dates',
    not_yet: 'it has not begun',
    expired: 'it has expired',
    not_revoked: 'the issuer’s status list does not revoke it',
    revoked: 'the issuer revoked it',
    no_status: 'it names no status list, so nobody can tell whether it was revoked',
    status_not_asked: 'its status list could not be asked',
    status_unusable: 'its status list is not the issuer’s, or cannot be read',
    parts_valid: 'all of them are authentic, and none is revoked',
    part_invalid: 'one of them is not authentic, is revoked or cannot be read',
    part_unconfirmed: 'one of them could not be checked completely',
  },
  tooLong: 'The badge couldn’t be checked here: it takes too long, or this browser doesn’t allow it.',
  says: { issuer: 'Issuer', name: 'Achievement', awarded: 'Date', credits: 'Points', parts: 'Badges in it' },
  recipient:
    'The badge names nobody: it has a hash of the person’s e-mail. Check by other means whose it is.',
};

export const BADGE_WORDS: BadgeWords = { es, en }[LANGUAGE];
