/** Names and results of the checks of an evidence record (RFC 4998), in both languages. */

export const RECORD_TITLES = {
  'record.structure': {
    en: ['The record is well-formed', 'The record is not well-formed'],
    es: ['El registro de evidencia está bien formado', 'El registro de evidencia no está bien formado'],
  },
  'record.digests': {
    en: ['Each of its chains has one strong hash', 'A hash in it is weak, or not that of its chain'],
    es: ['Cada cadena usa una sola huella, fuerte', 'Una huella es débil o no es la de su cadena'],
  },
  'record.order': {
    en: ['Its stamps follow one another', 'Its stamps do not follow one another'],
    es: ['Sus sellos van en orden', 'Sus sellos no van en orden'],
  },
  'record.tree': {
    en: ['Each tree leads to what was stamped', 'A tree does not lead to what was stamped'],
    es: ['Cada árbol lleva a lo que se selló', 'Un árbol no lleva a lo que se selló'],
  },
  'record.object': {
    en: ['The record is for this document', 'The record is not for this document'],
    es: ['El registro es de este documento', 'El registro no es de este documento'],
  },
  'record.renewals': {
    en: ['Each stamp was renewed by the next', 'A stamp was not renewed by the next'],
    es: ['Cada sello lo renovó el siguiente', 'Un sello no lo renovó el siguiente'],
  },
  'record.stamps': {
    en: ['The stamps are authentic', 'A stamp is not authentic'],
    es: ['Los sellos son auténticos', 'Un sello no es auténtico'],
  },
  'record.chain': {
    en: ['All signers lead to trusted roots', 'A signer leads to no trusted root'],
    es: [
      'Todos los firmantes llegan a raíces de confianza',
      'Un firmante no llega a ninguna raíz de confianza',
    ],
  },
  'record.revocation': {
    en: ['Revocation answers about the signers', 'The revocation answers about the signers cannot be used'],
    es: [
      'Respuestas de revocación sobre los firmantes',
      'Las respuestas de revocación sobre los firmantes no sirven',
    ],
  },
  'record.keys': {
    en: ['Each stamp was renewed in time', 'A stamp was not renewed in time'],
    es: ['Cada sello se renovó a tiempo', 'Un sello no se renovó a tiempo'],
  },
} as const;

export const RECORD_SPANISH: readonly (readonly [RegExp, string])[] = [
  [
    /^an evidence record with (\d+) time stamps? in (\d+) chains?$/,
    'un registro de evidencia (RFC 4998); sellos de tiempo: $1; cadenas: $2',
  ],
  [
    /^each chain has one strong hash, which is that of its stamps$/,
    'cada cadena usa una sola huella, fuerte, que es la de sus sellos',
  ],
  [/^stamped on (\S+)$/, 'sellado el $1'],
  [/^stamped on (\S+), and last renewed on (\S+)$/, 'sellado el $1 y renovado por última vez el $2'],
  [
    /^each reduced tree leads to the hash that was stamped$/,
    'cada árbol reducido lleva a la huella que se selló',
  ],
  [/^the object is in the first tree of every chain$/, 'el documento está en el primer árbol de cada cadena'],
  [/^the stamp was not renewed$/, 'el sello no se ha renovado'],
  [
    /^each token is covered by the next stamp of its chain$/,
    'el siguiente sello de la cadena cubre cada sello',
  ],
  [
    /^each stamp was signed by a time-stamping authority$/,
    'cada sello lo firmó una autoridad de sellos de tiempo',
  ],
  [
    /^each signer led to a trusted root at the time of its stamp$/,
    'cada firmante llegaba a una raíz de confianza a la hora de su sello',
  ],
  [
    /^the keys of each stamp were believed until the next one was made, and the last are now$/,
    'las claves de cada sello eran de fiar hasta que se hizo el siguiente, y las del último lo son ahora',
  ],
  [
    /^the token stamps a tree of hashes, and the evidence record leads from this document to what was stamped$/,
    'se selló un árbol de huellas, y el registro de evidencia lleva de este documento a lo que se selló',
  ],
  [
    /^the evidence record leads from the document of the proof to the time stamp$/,
    'el registro de evidencia lleva del documento de la prueba al sello de tiempo',
  ],
  [/^nothing here to look at$/, 'aquí no hay nada que mirar'],
  [
    /^a root came with the evidence, and nobody vouches for it here$/,
    'una raíz vino con la evidencia y aquí nadie responde por ella',
  ],
  [
    /^a record is checked with its file or fingerprint, as on a given day$/,
    'un registro se comprueba con su archivo o su huella, como en un día dado: agregue el archivo',
  ],
  [/^stamp (\d+): it is not over the object$/, 'sello $1: no es de este documento'],
  [
    /^stamp (\d+): it is not over the object and the chains before$/,
    'sello $1: no es de este documento y las cadenas anteriores',
  ],
  [/^stamp (\d+): give the file, or its (\S+)$/, 'sello $1: dé el archivo, o su $2'],
  [/^stamp (\d+): it is not over the stamp before it$/, 'sello $1: no cubre el sello anterior'],
  [
    /^stamp (\d+): the reduced tree does not lead to the hash stamped$/,
    'sello $1: el árbol reducido no lleva a la huella sellada',
  ],
  [
    /^stamp (\d+): no certificate leads from (.*) to a root of (.*)$/,
    'sello $1: ningún certificado lleva de $2 a una raíz de $3',
  ],
  [/^stamp (\d+): (".*") expired on (\S+)$/, 'sello $1: $2 venció el $3'],
  [/^stamp (\d+): (\S+) counts as broken since (\S+)$/, 'sello $1: $2 se considera roto desde el $3'],
  [/^stamp (\d+): (\S+) in a chain of (\S+)$/, 'sello $1: es de $2 en una cadena de $3'],
  [
    /^stamp (\d+): (\S+) is not among the digests that the record lists$/,
    'sello $1: el registro no enumera $2 entre sus huellas',
  ],
  [
    /^stamp (\d+): (?:imprint: )?the digest(?: algorithm)? (\S+) is weak or unknown$/,
    'sello $1: el algoritmo de huella $2 es débil o desconocido',
  ],
  [
    /^stamp (\d+): made on (\S+), before the one that it renews$/,
    'sello $1: se hizo el $2, antes que el que renueva',
  ],
  [
    /^stamp (\d+): made on (\S+), after the day of the verification$/,
    'sello $1: se hizo el $2, después del día de la comprobación',
  ],
  [
    /^stamp (\d+): signature: the signature is not that of the signer$/,
    'sello $1: la firma no es la del firmante',
  ],
  [
    /^stamp (\d+): certificate_profile: the certificate is not marked for time stamping alone, as RFC 3161 demands$/,
    'sello $1: el certificado no está marcado solo para sellar tiempo, como exige el RFC 3161',
  ],
  [/^(\d+) bytes follow the record$/, 'detrás del registro hay $1 bytes de más'],
  [/^it was not renewed before that$/, 'no se renovó antes'],
  [/^it was renewed too late, on (\S+)$/, 'se renovó demasiado tarde, el $1'],
];
