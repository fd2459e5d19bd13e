/** Names and results of the checks of a COSE receipt (RFC 9942), in both languages. */

export const RECEIPT_TITLES = {
  'receipt.structure': {
    en: ['The receipt is well-formed', 'The receipt is not well-formed'],
    es: ['El recibo está bien formado', 'El recibo no está bien formado'],
  },
  'receipt.document_digest': {
    en: ['The receipt is for this document', 'The receipt is not for this document'],
    es: ['El recibo es de este documento', 'El recibo no es de este documento'],
  },
  'receipt.token_digest': {
    en: ['The receipt is for this time stamp', 'The receipt is not for this time stamp'],
    es: ['El recibo es de este sello de tiempo', 'El recibo no es de este sello de tiempo'],
  },
  'receipt.path': {
    en: ['The entry leads to a root', 'The entry does not lead to a root'],
    es: ['La entrada lleva a una raíz', 'La entrada no lleva a una raíz'],
  },
  'receipt.signature': {
    en: ['The log signed this root', 'The log did not sign this root'],
    es: ['El registro público firmó esa raíz', 'El registro público no firmó esa raíz'],
  },
  'receipt.algorithms': {
    en: ['Its algorithms still count', 'An algorithm in it no longer counts'],
    es: ['Sus algoritmos aún cuentan', 'Un algoritmo suyo ya no cuenta'],
  },
} as const;

export const RECEIPT_SPANISH: readonly (readonly [RegExp, string])[] = [
  [
    /^a well-formed receipt \(RFC 9942\), with nothing left over$/,
    'un recibo (RFC 9942) bien formado, sin nada de más',
  ],
  [/^the receipt is about this document$/, 'el recibo trata de este documento'],
  [/^the receipt is about a SHA-256$/, 'el recibo trata de un SHA-256'],
  [/^the document is taken as the entry$/, 'el documento se toma como la entrada'],
  [/^the receipt does not name its entry$/, 'el recibo no nombra su entrada'],
  [/^give the entry as the document$/, 'dé la entrada como documento'],
  [
    /^the digest does not match: the receipt is about the document (.*)$/,
    'la huella no coincide: el recibo trata del documento $1',
  ],
  [/^the entry is made with this time-stamp token$/, 'la entrada se hizo con este sello de tiempo'],
  [
    /^the digest does not match: the receipt is about the time-stamp token (.*)$/,
    'la huella no coincide: el recibo trata del sello $1',
  ],
  [/^the entry leads to the root (.*)$/, 'la entrada lleva a la raíz $1'],
  [
    /^the path does not fit leaf (\d+) in a log of (\d+)$/,
    'la ruta no corresponde a la hoja $1 de un registro de $2',
  ],
  [/^the path leads to another root than the payload$/, 'la ruta lleva a otra raíz que la del recibo'],
  [/^there is no root to compare with$/, 'no hay raíz con qué comparar'],
  [
    /^this root is signed by the log (\S+) with the key ([0-9a-f]+)$/,
    'el registro público $1 firmó esta raíz con la clave $2',
  ],
  [/^this root is signed by a log with the key ([0-9a-f]+)$/, 'un registro firmó esta raíz con la clave $1'],
  [/^this root is signed by the log (.+) with a key on (\S+)$/, 'el registro $1 firmó esta raíz ($2)'],
  [/^this root is signed by a log with a key on (\S+)$/, 'un registro firmó esta raíz ($1)'],
  [
    /^none of the given keys signed this root: entry, path or signature are not those of the log$/,
    'ninguna de las claves dadas firmó esta raíz: la entrada, la ruta o la firma no son las del registro',
  ],
];
