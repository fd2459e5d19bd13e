/** Words of the page of a diploma, a constancia de vigencia or a transcript. */

import type { Language } from '../../http/language.ts';

const es = {
  trial: 'Prueba',
  states: {
    diploma: {
      valid: 'Diploma vigente',
      revoked: 'Diploma revocado',
      replaced: 'Diploma reemplazado',
      annulled: 'Diploma anulado',
    },
    constancia: {
      valid: 'Constancia de vigencia',
      revoked: 'Constancia revocada',
      replaced: 'Constancia reemplazada',
      annulled: 'Constancia anulada',
    },
    transcript: {
      valid: 'Historial de puntos',
      revoked: 'Historial revocado',
      replaced: 'Historial reemplazado',
      annulled: 'Historial anulado',
    },
  },
  why: {
    revoked:
      'El consejo revocó la acreditación. El sello de abajo sigue siendo auténtico: prueba que el documento existió, no que siga valiendo.',
    replaced: 'Se expidió otro en su lugar. El sello de abajo sigue siendo auténtico.',
    annulled:
      'El consejo anuló la renovación. El sello de abajo sigue siendo auténtico: prueba que el documento existió, no que siga valiendo.',
  },
  on: 'el',
  replacedBy: 'Reemplazado por',
  theNewOne: 'el nuevo',
  withheld: 'Nombre reservado a petición de la persona titular',
  asOf: 'Según los registros del consejo al',
  issuer: 'Otorgado por',
  folio: 'Folio',
  title: 'Por',
  role: 'Participación',
  points: 'Puntos',
  hours: 'Horas',
  aval: 'Aval',
  days: 'Días',
  standing: 'Vigencia hoy',
  until: 'hasta el',
  standings: {
    scheduled: 'aún no comienza',
    delinquent: 'sin vigencia: falta algo de un año',
    current: 'vigente',
    grace: 'en periodo de gracia',
    lapsed: 'vencida',
    suspended: 'suspendida',
    ended: 'terminada',
  } as Readonly<Record<string, string>>,
};

export type IssuedWords = typeof es;

const en: IssuedWords = {
  trial: 'Test',
  states: {
    diploma: {
      valid: 'Valid diploma',
      revoked: 'Diploma revoked',
      replaced: 'Diploma replaced',
      annulled: 'Diploma annulled',
    },
    constancia: {
      valid: 'Certificate of good standing',
      revoked: 'Certificate revoked',
      replaced: 'Certificate replaced',
      annulled: 'Certificate annulled',
    },
    transcript: {
      valid: 'Transcript of points',
      revoked: 'Transcript revoked',
      replaced: 'Transcript replaced',
      annulled: 'Transcript annulled',
    },
  },
  why: {
    revoked:
      'The council revoked the award. The time stamp below is still genuine: it proves that the document existed, not that it is still good.',
    replaced: 'Another was issued in its place. The time stamp below is still genuine.',
    annulled:
      'The council annulled the renewal. The time stamp below is still genuine: it proves that the document existed, not that it is still good.',
  },
  on: 'on',
  replacedBy: 'Replaced by',
  theNewOne: 'the new one',
  withheld: "Name withheld at the holder's request",
  asOf: "By the council's records as of",
  issuer: 'Granted by',
  folio: 'Folio',
  title: 'For',
  role: 'Taking part as',
  points: 'Points',
  hours: 'Hours',
  aval: 'Accreditation',
  days: 'Days',
  standing: 'Standing today',
  until: 'until',
  standings: {
    scheduled: 'not begun',
    delinquent: 'not in force: something of a year is missing',
    current: 'current',
    grace: 'in grace',
    lapsed: 'lapsed',
    suspended: 'suspended',
    ended: 'ended',
  },
};

export const ISSUED_WORDS: Record<Language, IssuedWords> = { es, en };

const ROLES: Record<Language, Readonly<Record<string, string>>> = {
  es: { attendee: 'asistente', speaker: 'ponente' },
  en: {},
};

export function roleWord(role: string, language: Language): string {
  const known = ROLES[language];
  return (Object.hasOwn(known, role) ? known[role] : undefined) ?? role.replaceAll('_', ' ');
}
