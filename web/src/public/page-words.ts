/** What the scripts of the public pages say, in both languages. The rest of the words come with the HTML. */

export type Language = 'es' | 'en';

const es = {
  hashing: 'Calculando la huella de',
  match: 'Coincide',
  matchWhy: 'Es el archivo certificado, byte por byte.',
  mismatch: 'No coincide',
  mismatchWhy: 'No es el archivo certificado: basta un byte distinto. Su huella es',
  cancel: 'Cancelar',
  cancelled: 'Cancelado. Puede elegir otro archivo.',
  unreadable: 'El archivo no se pudo leer. Elíjalo de nuevo.',
  checking: 'Comprobando…',
  again: 'Comprobar de nuevo',
  failedToLoad: 'No se pudieron descargar las pruebas. Revise su conexión e inténtelo de nuevo.',
  needsHttps: 'Este navegador solo permite comprobar firmas en páginas https. Use las órdenes de abajo.',
  valid: 'Todo lo que se comprobó es correcto',
  validAccredited: 'Todo lo que se comprobó es correcto, y el prestador está acreditado',
  invalid: 'Algo no es correcto',
  unvouched: 'Las pruebas concuerdan, pero ninguna autoridad de confianza responde por el sello',
  counts: (passed: number, failed: number, skipped: number) =>
    `${passed} correctas, ${failed} fallidas, ${skipped} no comprobadas`,
  outcomes: { pass: 'Correcto', fail: 'Falló', skipped: 'No se comprobó' },
  notAsked: 'No se comprobó',
  notAskedWhy: 'No es un fallo: aquí faltaba con qué comparar.',
  remarks: 'Observaciones',
  parts: {
    document: 'Archivo',
    bundle: 'Paquete',
    timestamp: 'Sello de tiempo',
    blockchain: 'Cadena de bloques',
    originstamp: 'OriginStamp',
  },
  file: {
    match: 'el archivo que soltó es el certificado',
    mismatch: 'el archivo que soltó no es el certificado',
    none: 'no soltó ningún archivo; se usó la huella de esta página',
  },
  stillAnchoring: 'el anclaje no ha terminado; el sello ya es válido',
  ownChain: 'los certificados de esta página',
  kinds: {
    document: 'Archivo original',
    tsr: 'Sello de tiempo',
    xml: 'Prueba de blockchain',
    bundle: 'Paquete de evidencia',
    certificates: 'Certificados',
  },
  remove: 'Quitar',
  missingProof:
    'Falta la prueba: añada la constancia (.tsr, .asn1), la prueba de blockchain (.xml) o el paquete (.zip).',
  missingDocument:
    'Sin el archivo original se comprueban las pruebas, pero no que sean de su archivo. Añádalo para compararlo.',
  unknownRoot:
    'Si el sello es de otra autoridad, añada su certificado raíz (.pem o .crt): solo confíe en uno que haya obtenido por otra vía.',
  bundledRoot: 'El paquete trae esta raíz, de la que nadie responde:',
  trustRoot: 'Confiar en ella esta vez',
  badHash: 'La huella debe tener 64, 96 o 128 caracteres hexadecimales.',
  badBlock: 'El hash del bloque debe tener 64 caracteres hexadecimales.',
  badRoots: 'Los certificados no se pudieron leer: péguelos en PEM, con sus líneas BEGIN y END.',
  noRootInside: 'Ninguno de los certificados que dio es una raíz.',
  stamped: 'Sellado',
  by: 'por',
  inBlock: 'En el bloque',
  of: 'de',
  yourRoots: 'los certificados que usted dio',
};

type PageWords = typeof es;

const en: PageWords = {
  hashing: 'Computing the fingerprint of',
  match: 'Match',
  matchWhy: 'This is the certified file, byte for byte.',
  mismatch: 'No match',
  mismatchWhy: 'This is not the certified file: one different byte is enough. Its fingerprint is',
  cancel: 'Cancel',
  cancelled: 'Cancelled. You can choose another file.',
  unreadable: 'The file could not be read. Choose it again.',
  checking: 'Checking…',
  again: 'Check again',
  failedToLoad: 'The proofs could not be downloaded. Check your connection and try again.',
  needsHttps: 'This browser checks signatures on https pages only. Use the commands below.',
  valid: 'Everything that was checked holds',
  validAccredited: 'Everything that was checked holds, and the provider is accredited',
  invalid: 'Something does not hold',
  unvouched: 'The proofs agree, but no trusted authority vouches for the stamp',
  counts: (passed, failed, skipped) => `${passed} passed, ${failed} failed, ${skipped} not checked`,
  outcomes: { pass: 'Passed', fail: 'Failed', skipped: 'Not checked' },
  notAsked: 'Not checked',
  notAskedWhy: 'Not a failure: there was nothing here to compare with.',
  remarks: 'Remarks',
  parts: {
    document: 'File',
    bundle: 'Bundle',
    timestamp: 'Time stamp',
    blockchain: 'Blockchain',
    originstamp: 'OriginStamp',
  },
  file: {
    match: 'the file that you dropped is the certified one',
    mismatch: 'the file that you dropped is not the certified one',
    none: 'you dropped no file; the fingerprint on this page was used',
  },
  stillAnchoring: 'anchoring has not finished; the stamp is valid already',
  ownChain: 'the certificates of this page',
  kinds: {
    document: 'Original file',
    tsr: 'Time stamp',
    xml: 'Blockchain proof',
    bundle: 'Evidence bundle',
    certificates: 'Certificates',
  },
  remove: 'Remove',
  missingProof:
    'The proof is missing: add the constancia (.tsr, .asn1), the blockchain proof (.xml) or the bundle (.zip).',
  missingDocument:
    'Without the original file the proofs are checked, but not that they are about your file. Add it to compare.',
  unknownRoot:
    'If the stamp is from another authority, add its root certificate (.pem or .crt): trust only one that you got from elsewhere.',
  bundledRoot: 'The bundle brings this root, which nobody vouches for:',
  trustRoot: 'Trust it this once',
  badHash: 'The fingerprint must have 64, 96 or 128 hexadecimal characters.',
  badBlock: 'The hash of the block must have 64 hexadecimal characters.',
  badRoots: 'The certificates could not be read: paste them as PEM, with their BEGIN and END lines.',
  noRootInside: 'None of the certificates that you gave is a root.',
  stamped: 'Stamped',
  by: 'by',
  inBlock: 'In block',
  of: 'of',
  yourRoots: 'the certificates that you gave',
};

export const LANGUAGE: Language = document.documentElement.lang === 'es' ? 'es' : 'en';

export const WORDS: PageWords = { es, en }[LANGUAGE];
