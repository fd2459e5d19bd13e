/** Names and results of the checks of time stamps inside a PDF, in both languages. */

export const PDF_TITLES = {
  'pdf.structure': {
    en: ['The PDF can be read', 'The PDF cannot be read without repairing it'],
    es: ['El PDF se puede leer', 'El PDF no se puede leer tal como está'],
  },
  'pdf.stamps': {
    en: ['It has time stamps inside', 'It has no time stamp inside'],
    es: ['Trae sellos de tiempo', 'No trae ningún sello de tiempo'],
  },
  'pdf.range': {
    en: ['The stamped part is intact', 'The stamped part is not intact'],
    es: ['Lo sellado está intacto', 'Lo sellado no está intacto'],
  },
  'pdf.signature': {
    en: ['An earlier signature still matches', 'An earlier signature no longer matches'],
    es: ['Una firma anterior aún corresponde', 'Una firma anterior ya no corresponde'],
  },
  'pdf.unchanged': {
    en: ['Nothing was changed after the stamp', 'It was changed after the stamp'],
    es: ['Nada cambió después del sello', 'Se cambió después del sello'],
  },
  'pdf.document': {
    en: ['It is your document', 'It is not your document'],
    es: ['Es su documento', 'No es su documento'],
  },
  'pdf.earlier': {
    en: ['An earlier stamp is valid', 'An earlier stamp is not valid'],
    es: ['Un sello anterior es válido', 'Un sello anterior no es válido'],
  },
  'pdf.earlier.chain': {
    en: ['An earlier stamp holds', 'An earlier stamp leads to no trusted root'],
    es: ['Un sello anterior se sostiene', 'Un sello anterior no llega a ninguna raíz de confianza'],
  },
} as const;

export const PDF_SPANISH: readonly (readonly [RegExp, string])[] = [
  [
    /^this PDF cannot be read: its end does not say where its table of objects is$/,
    'este PDF no se puede leer: su final no dice dónde está su tabla de objetos',
  ],
  [
    /^this PDF cannot be read: .*$/,
    'este PDF no se puede leer: está dañado, o escrito de un modo que aquí no se lee',
  ],
  [/^this PDF is encrypted$/, 'este PDF está cifrado'],
  [/^the PDF holds no document time stamp$/, 'el PDF no trae ningún sello de tiempo'],
  [
    /^the time stamp (.*) covers the first (\d+) bytes, all but its own token$/,
    'el sello $1 cubre los primeros $2 bytes, todos menos su propio token',
  ],
  [
    /^the signature (.*) covers the first (\d+) bytes, all but its own token$/,
    'la firma $1 cubre los primeros $2 bytes, todos menos ella misma',
  ],
  [
    /^the (?:time stamp|signature) (\S*): its kinds contradict each other: .*$/,
    '$1: sus tipos se contradicen',
  ],
  [
    /^the (?:time stamp|signature) (\S*): the list of covered bytes leaves out more than the token.*$/,
    '$1: la lista de bytes cubiertos omite más que el token, o algo distinto',
  ],
  [
    /^the (?:time stamp|signature) (\S*): the list of covered bytes .*$/,
    '$1: la lista de bytes cubiertos no corresponde al archivo',
  ],
  [
    /^the (?:time stamp|signature) (\S*): the covered bytes do not end where a revision of the file ends$/,
    '$1: los bytes cubiertos no terminan donde termina una revisión del archivo',
  ],
  [
    /^the (?:time stamp|signature) (\S*): its contents are no token and nothing else$/,
    '$1: su contenido no es un token, o no es solo eso',
  ],
  [/^the signature (\S*) is over the bytes that it covers$/, 'la firma $1 corresponde a los bytes que cubre'],
  [/^who signed is not checked here$/, 'aquí no se comprueba quién firmó'],
  [
    /^the signature (\S*) is over other bytes than it covers$/,
    'la firma $1 es de otros bytes que los que cubre',
  ],
  [
    /^the signature (\S*) states no digest that can be compared here$/,
    'la firma $1 no dice ninguna huella que aquí se pueda comparar',
  ],
  [/^nothing was added after the last time stamp$/, 'nada se agregó después del último sello'],
  [
    /^only data for checking the stamp were added after the last time stamp$/,
    'después del último sello solo se agregaron datos para comprobarlo',
  ],
  [/^the PDF was changed after its last time stamp: .*$/, 'el PDF se cambió después de su último sello'],
  [/^what was stamped are its first (\d+) bytes$/, 'lo sellado son sus primeros $1 bytes'],
  [/^the document is this PDF$/, 'el documento es este PDF'],
  [
    /^the document is the first (\d+) bytes of the PDF, unchanged$/,
    'el documento son los primeros $1 bytes del PDF, sin cambios',
  ],
  [
    /^the document is neither this PDF nor an earlier revision of it$/,
    'el documento no es este PDF ni una revisión anterior',
  ],
  [/^give the document, or its SHA-256$/, 'dé el documento, o su SHA-256'],
  [/^an earlier time stamp is right for its revision$/, 'un sello anterior es correcto para su revisión'],
  [/^an earlier time stamp does not hold$/, 'un sello anterior no es válido'],
  [/^an earlier time stamp is not confirmed$/, 'un sello anterior queda sin confirmar'],
];
