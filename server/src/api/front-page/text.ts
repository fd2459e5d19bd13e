/** The words of the front page, in both languages. */

import type { Language } from '../../http/language.ts';

const es = {
  title: 'La prueba de que su archivo ya existía',
  nav: 'Principal',
  verify: 'Verificar',
  docs: 'API y guías',
  logIn: 'Iniciar sesión',
  signUp: 'Crear cuenta',
  promise: {
    accredited: 'La prueba de que su archivo existía, tal cual, ese día.',
    notAccredited: 'Un sello de tiempo para su archivo, y pruebas que cualquiera puede revisar.',
  },
  lead: 'Cada archivo recibe un sello de tiempo y un lugar en un registro público. Quien reciba las pruebas las comprueba por su cuenta, con nosotros o sin nosotros.',
  standing: {
    accredited: 'Constancias NOM-151 de un prestador acreditado por la Secretaría de Economía.',
    notAccredited:
      'El prestador de este servidor no está acreditado por la Secretaría de Economía: sus sellos no tienen valor legal.',
  },
  free: (count: number) =>
    count === 1 ? 'Un certificado sin costo para empezar' : `${count} certificados sin costo para empezar`,
  closed: 'Aquí las cuentas las crea el operador de este servicio.',
  zone: '¿Le dieron un archivo con sus pruebas?',
  zoneHow: 'Suéltelos y quedan comprobados aquí mismo, sin cuenta y sin subir nada.',
  zoneWithoutScript:
    'La comprobación se hace en su navegador y necesita JavaScript. Sin él, use OpenSSL o un programa de un solo archivo:',
  zoneWithoutScriptLink: 'cómo comprobar sin esta página',
  steps: 'Cómo funciona',
  step: [
    {
      name: 'Se calcula su huella',
      text: 'El SHA-256 identifica el archivo byte por byte. Puede enviar el archivo, o solo su huella para que nunca salga de su equipo.',
      picture: 'Un documento que se convierte en una huella de letras y números',
    },
    {
      name: 'Se sella con la hora',
      text: 'Una autoridad de sellado firma esa huella con la hora exacta (RFC 3161), y el sello se revisa antes de aceptarlo.',
      picture: 'Una huella bajo un sello con un reloj',
    },
    {
      name: 'Queda a la vista de todos',
      text: 'La huella entra en un registro público firmado que solo crece: quien guarde una firma nota cualquier cambio.',
      picture: 'Un árbol de huellas cuya raíz entra en una cadena de bloques',
    },
  ],
  /** What the page says about anchoring depends on who could rewrite the chain. */
  anchored: {
    operator:
      'Su raíz se ancla en una cadena de bloques; aquí es la del propio operador, que no es un testigo independiente.',
    permissioned: 'Su raíz se ancla en la cadena de bloques de un grupo conocido.',
    public: 'Su raíz se ancla en una cadena de bloques pública, que nadie puede reescribir por su cuenta.',
  },
  sampleEyebrow: 'Muestra en vivo',
  sample: 'Cambie una letra y véalo fallar',
  sampleHow:
    'Este servidor selló este texto con su autoridad de prueba. Edítelo: su navegador calcula la huella al momento y la compara con la que quedó sellada.',
  sampleText: 'El texto sellado; puede editarlo',
  sampleSealed: 'Huella sellada',
  sampleNow: 'Huella de este texto',
  sampleAt: 'Sellado el',
  sampleBy: 'Por',
  sampleAuthority: 'Autoridad de prueba de este servidor',
  sampleSerial: 'Número de serie',
  sampleLegal: 'Prueba, sin valor legal',
  sampleMatch: 'Coincide, byte por byte',
  sampleMismatch: 'No coincide: ya no es el texto sellado',
  sampleRestore: 'Volver al original',
  sampleCheck: 'Comprobar el sello aquí',
  mexicoTime: 'hora del centro de México',
  code: 'Una llamada basta',
  codeHow:
    'El certificado llega con su sello ya verificado. Hay clientes para JavaScript y Python, avisos firmados por webhook y claves de prueba que no gastan nada.',
  codeMore: 'Leer la referencia de la API',
  codeGuides: 'Guías paso a paso',
  codeLabel: 'Ejemplo con curl',
  file: 'contrato.pdf',
  endTitle: 'Selle su primer archivo',
  end: 'Cree una cuenta y suelte un archivo; el sello llega en segundos.',
  log: 'Registro público',
  format: 'Formato de las pruebas',
  footer:
    'Un sello de tiempo prueba que un archivo existía, sin cambios, a una hora. No prueba quién lo escribió ni que lo que dice sea cierto.',
  otherLanguage: 'English',
};

export type FrontWords = typeof es;

const en: FrontWords = {
  title: 'Proof that your file already existed',
  nav: 'Main',
  verify: 'Verify',
  docs: 'API and guides',
  logIn: 'Log in',
  signUp: 'Sign up',
  promise: {
    accredited: 'Proof that your file existed, exactly as it is, on that day.',
    notAccredited: 'A time stamp for your file, and proofs that anyone can check.',
  },
  lead: 'Every file gets a time stamp and a place in a public log. Whoever receives the proofs can check them on their own, with or without us.',
  standing: {
    accredited: 'NOM-151 constancias from a provider accredited by Mexico’s Secretaría de Economía.',
    notAccredited:
      'This server’s provider isn’t accredited by Mexico’s Secretaría de Economía: its stamps have no legal value.',
  },
  free: (count) =>
    count === 1 ? 'One certificate free to start with' : `${count} certificates free to start with`,
  closed: 'On this service, the operator creates new accounts.',
  zone: 'Did someone send you a file with proofs?',
  zoneHow: 'Drop them here to check them on the spot: no account, and nothing is uploaded.',
  zoneWithoutScript:
    'The check runs in your browser and needs JavaScript. Without it, use OpenSSL or a single-file program:',
  zoneWithoutScriptLink: 'how to check without this page',
  steps: 'How it works',
  step: [
    {
      name: 'Its fingerprint is computed',
      text: 'SHA-256 identifies the file byte by byte. Send the file, or only its fingerprint so that the file never leaves your device.',
      picture: 'A document turning into a fingerprint of letters and digits',
    },
    {
      name: 'It is stamped with the time',
      text: 'A time-stamping authority signs the fingerprint with the exact time (RFC 3161), and the stamp is verified before it is accepted.',
      picture: 'A fingerprint under a seal with a clock',
    },
    {
      name: 'It stays in plain sight',
      text: 'The fingerprint joins a signed log that only grows: anyone who keeps a signature notices any change.',
      picture: 'A tree of fingerprints whose root enters a chain of blocks',
    },
  ],
  anchored: {
    operator:
      'Its root is anchored in a blockchain; here it is the operator’s own, which isn’t an independent witness.',
    permissioned: 'Its root is anchored in the blockchain of a known group.',
    public: 'Its root is anchored in a public blockchain, which nobody can rewrite alone.',
  },
  sampleEyebrow: 'Live sample',
  sample: 'Change one letter and watch it fail',
  sampleHow:
    'This server stamped this text with its test authority. Edit it: your browser computes the fingerprint as you type and compares it with the one that was stamped.',
  sampleText: 'The stamped text; you can edit it',
  sampleSealed: 'Stamped fingerprint',
  sampleNow: 'Fingerprint of this text',
  sampleAt: 'Stamped on',
  sampleBy: 'By',
  sampleAuthority: 'This server’s test authority',
  sampleSerial: 'Serial number',
  sampleLegal: 'Test, no legal value',
  sampleMatch: 'Match, byte for byte',
  sampleMismatch: 'No match: this is no longer the stamped text',
  sampleRestore: 'Restore the original',
  sampleCheck: 'Check the stamp here',
  mexicoTime: 'Mexico City time',
  code: 'One call is enough',
  codeHow:
    'The certificate comes back with its stamp already verified. There are clients for JavaScript and Python, signed webhooks, and test keys that use nothing up.',
  codeMore: 'Read the API reference',
  codeGuides: 'Step-by-step guides',
  codeLabel: 'Example with curl',
  file: 'contract.pdf',
  endTitle: 'Stamp your first file',
  end: 'Create an account and drop a file; the stamp comes back in seconds.',
  log: 'Public log',
  format: 'Format of the proofs',
  footer:
    'A time stamp proves that a file existed, unchanged, at a certain time. It doesn’t prove who wrote it, or that what it says is true.',
  otherLanguage: 'Español',
};

export const FRONT_WORDS: Readonly<Record<Language, FrontWords>> = { es, en };
