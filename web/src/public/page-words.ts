/** Texts that the scripts of the public pages show. All others come with the HTML. */

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
  needsHttps: 'Este navegador solo permite comprobar firmas en páginas https. Use los comandos de abajo.',
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
    constancia: 'Constancia (PDF)',
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
    constancia: 'Constancia (PDF)',
    certificates: 'Certificados',
    badge: 'Insignia',
    foreign: 'De otro sistema',
  },
  foreign: {
    ots: 'Es un sello OpenTimestamps (.ots). Aquí no se comprueba: use opentimestamps.org o el programa «ots verify», con el archivo original a la mano.',
    nom151_2002:
      'Es una constancia de NOM-151-SCFI-2002, la norma anterior a septiembre de 2017: un formato propio, sin sello RFC 3161. La comprueba el prestador que la emitió o, si ya no existe, la Secretaría de Economía.',
    tlog_proof:
      'Es una prueba de bitácora (C2SP tlog-proof): la ruta a un punto de control, sin sello de tiempo. La comprueba cualquier verificador de ese formato, con la clave de la bitácora; aquí dé la prueba .xml, que contiene lo mismo y más.',
    checkpoint:
      'Es un punto de control de una bitácora: su tamaño y su raíz, firmados. No trata de ningún archivo; la guía «Vigilar la bitácora» dice cómo comprobarlo.',
    export:
      'Es una exportación con varios paquetes de evidencia. Descomprímala y dé uno de los paquetes de la carpeta «bundles», con su archivo original.',
  },
  remove: 'Quitar',
  missingProof:
    'No es una prueba que se conozca aquí, así que se toma por el archivo original. Agregue su constancia (.pdf, .tsr, .asn1), la prueba de blockchain (.xml) o el paquete de evidencia (.zip).',
  missingDocument:
    'Sin el archivo original se comprueban las pruebas, pero no que sean de su archivo. Agréguelo para compararlo.',
  unknownRoot:
    'Si el sello es de otra autoridad, agregue su certificado raíz (.pem o .crt). Solo confíe en uno que haya obtenido por otra vía.',
  bundledRoot: 'El paquete trae esta raíz, de la que nadie responde:',
  trustRoot: 'Confiar en ella esta vez',
  badHash: 'La huella debe tener 64, 96 o 128 caracteres hexadecimales.',
  badBlock: 'El hash del bloque debe tener 64 caracteres hexadecimales.',
  badRoots: 'Los certificados no se pudieron leer: péguelos en PEM, con sus líneas BEGIN y END.',
  noRootInside: 'Ninguno de los certificados que proporcionó es una raíz.',
  stamped: 'Sellado',
  by: 'por',
  inBlock: 'En el bloque',
  of: 'de',
  yourRoots: 'los certificados que usted proporcionó',
};

type PageWords = typeof es;

const en: PageWords = {
  hashing: 'Computing the fingerprint of',
  match: 'Match',
  matchWhy: 'This is the certified file, byte for byte.',
  mismatch: 'No match',
  mismatchWhy: 'This is not the certified file; a single different byte is enough. Its fingerprint is',
  cancel: 'Cancel',
  cancelled: 'Canceled. You can choose another file.',
  unreadable: 'The file couldn’t be read. Choose it again.',
  checking: 'Checking…',
  again: 'Check again',
  failedToLoad: 'The proofs couldn’t be downloaded. Check your connection and try again.',
  needsHttps: 'This browser only checks signatures on https pages. Use the commands below.',
  valid: 'Everything that was checked is correct',
  validAccredited: 'Everything that was checked is correct, and the provider is accredited',
  invalid: 'Something is not correct',
  unvouched: 'The proofs agree, but no trusted authority vouches for the stamp',
  counts: (passed, failed, skipped) => `${passed} passed, ${failed} failed, ${skipped} not checked`,
  outcomes: { pass: 'Passed', fail: 'Failed', skipped: 'Not checked' },
  notAsked: 'Not checked',
  notAskedWhy: 'This is not a failure: there was nothing here to compare with.',
  remarks: 'Remarks',
  parts: {
    document: 'File',
    bundle: 'Bundle',
    constancia: 'Constancia (PDF)',
    timestamp: 'Time stamp',
    blockchain: 'Blockchain',
    originstamp: 'OriginStamp',
  },
  file: {
    match: 'the file you dropped is the certified one',
    mismatch: 'the file you dropped is not the certified one',
    none: 'no file was dropped; the fingerprint on this page was used',
  },
  stillAnchoring: 'anchoring has not finished; the stamp is already valid',
  ownChain: 'the certificates on this page',
  kinds: {
    document: 'Original file',
    tsr: 'Time stamp',
    xml: 'Blockchain proof',
    bundle: 'Evidence bundle',
    constancia: 'Constancia (PDF)',
    certificates: 'Certificates',
    badge: 'Badge',
    foreign: 'Of another system',
  },
  foreign: {
    ots: 'This is an OpenTimestamps stamp (.ots). It is not checked here: use opentimestamps.org or the program “ots verify”, with the original file at hand.',
    nom151_2002:
      'This is a constancia of NOM-151-SCFI-2002, the standard in force until September 2017: a format of its own, without an RFC 3161 time stamp. The provider that issued it can check it or, if that is gone, the Secretaría de Economía.',
    tlog_proof:
      'This is a log proof (C2SP tlog-proof): the path to a checkpoint, without a time stamp. Any verifier of that format checks it, with the key of the log; here, give the .xml proof, which holds the same and more.',
    checkpoint:
      'This is a checkpoint of a log: its size and root, signed. It is about no file; the guide “Watch the log” says how to check it.',
    export:
      'This is an export with several evidence bundles. Unpack it and give one of the bundles in its folder “bundles”, with its original file.',
  },
  remove: 'Remove',
  missingProof:
    'This is no proof known here, so it is taken for the original file. Add its constancia (.pdf, .tsr, .asn1), the blockchain proof (.xml) or the evidence bundle (.zip).',
  missingDocument:
    'Without the original file, the proofs are checked, but not whether they belong to your file. Add it to compare.',
  unknownRoot:
    'If the stamp is from another authority, add its root certificate (.pem or .crt). Only trust one that you got from another source.',
  bundledRoot: 'The bundle includes this root, which nobody vouches for:',
  trustRoot: 'Trust it this time',
  badHash: 'The fingerprint must be 64, 96 or 128 hexadecimal characters long.',
  badBlock: 'The block hash must be 64 hexadecimal characters long.',
  badRoots: 'The certificates couldn’t be read. Paste them as PEM, with their BEGIN and END lines.',
  noRootInside: 'None of the certificates you provided is a root.',
  stamped: 'Stamped',
  by: 'by',
  inBlock: 'In block',
  of: 'of',
  yourRoots: 'the certificates you provided',
};

export const LANGUAGE: Language = document.documentElement.lang === 'es' ? 'es' : 'en';

export const WORDS: PageWords = { es, en }[LANGUAGE];
