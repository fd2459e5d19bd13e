/** The words of `/verify`, in both languages. The words of its script are in the script. */

import type { Language } from '../../http/language.ts';

const es = {
  title: 'Verificar un archivo y sus pruebas',
  lead: 'Suelte un archivo con su sello de tiempo, su prueba de blockchain o su paquete de evidencia, de este servicio o de cualquier prestador. Cada comprobación se hace en su navegador.',
  withoutScript:
    'Esta página necesita JavaScript porque todo se comprueba en su navegador y nada se sube. Sin él, use OpenSSL o sello-verify.mjs, que está más abajo.',
  drop: 'Suelte aquí el archivo y sus pruebas',
  choose: 'Elegir archivos',
  local: 'Nada se sube: los archivos no salen de su equipo.',
  more: 'Más opciones',
  hash: 'Huella en lugar del archivo',
  hashExample: 'SHA-256, SHA-384 o SHA-512 en hexadecimal',
  block: 'Hash del bloque, de una fuente propia',
  blockHow: 'Con él se comprueba también que el bloque está en la cadena. Sin él, la cadena no se consulta.',
  logKey: 'Clave del registro público, de una fuente propia',
  logKeyHow:
    'Con ella se comprueba quién firmó el registro público. Solo cuenta si la obtuvo usted por otra vía que las pruebas.',
  roots: 'Raíces en las que confío',
  chooseRoots: 'Elegir certificados raíz',
  rootsPem: 'O péguelas en PEM',
  rootsHow:
    'Solo las que haya obtenido por otra vía: lo que llega junto con las pruebas puede ser de quien las inventó. La raíz de la Secretaría de Economía (ACR2-SE) ya está incluida. Agregar una raíz no acredita a nadie.',
  whatFiles: 'Archivos aceptados',
  files: [
    ['El original', 'El archivo que se certificó, de cualquier tipo y tamaño.'],
    [
      'Diploma, constancia de vigencia o historial',
      'El PDF que emitió este servicio: sus pruebas se piden por el código que trae, y se dice si sigue vigente.',
    ],
    [
      'Constancia u hoja del certificado en PDF',
      'De este servicio: se abren y comprueban los archivos que trae dentro, no sus palabras ni imágenes.',
    ],
    ['Constancia o sello de tiempo', 'RFC 3161: .tsr, .asn1, .der, .tst o .p7s, de cualquier prestador.'],
    ['Prueba de blockchain', '.xml de este servicio o de OriginStamp.'],
    ['Registro de evidencia', 'RFC 4998: .ers, de cualquier archivo; con su archivo original.'],
    [
      'Contenedor ASiC',
      'ETSI EN 319 162: .asics o .asice con sellos de tiempo o registros de evidencia, también de otros; las firmas que traiga no se juzgan.',
    ],
    ['Paquete de evidencia', '.zip de este servicio; trae las dos pruebas anteriores.'],
    [
      'Insignia digital',
      'Open Badges 3.0, .json, .jwt o .png; también historiales CLR 2.0. Si la emitió este servicio, la revocación se consulta aquí mismo.',
    ],
    ['OpenTimestamps', '.ots: se lee qué huella sella y qué bloques nombra; los bloques no se consultan.'],
    [
      'Certificados',
      '.pem, .crt o .cer: completan la cadena. Las raíces en las que usted confía se dan aparte, en «Más opciones».',
    ],
  ] as readonly (readonly [string, string])[],
  keepTitle: 'Para comprobar sin nosotros',
  keep: 'Cada uno es un solo archivo. Guárdelo hoy, con su SHA-256: funciona aunque este servicio ya no exista, y uno obtenido antes vale más que el que llegue junto con las pruebas.',
  kept: {
    'verify.html': 'Esta página, para abrir desde su disco, también sin internet.',
    'sello-verify.mjs': 'Programa para Node 20 o posterior; no se instala.',
    'verify_blockchain_proof.py':
      'Ejemplo en Python, escrito solo a partir del formato; comprueba pruebas de blockchain.',
  } as Readonly<Record<string, string>>,
  format: 'El formato de las pruebas (en inglés)',
  footer:
    'Los archivos no salen de su equipo, y el resultado tampoco. De una insignia o un documento emitidos aquí se piden la clave y la lista de estado del emisor, o las pruebas, por su código. Una huella solo se envía si usted pide buscarla.',
};

export type VerifyWords = typeof es;

const en: VerifyWords = {
  title: 'Verify a file and its proofs',
  lead: 'Drop a file with its time stamp, blockchain proof or evidence bundle, from this service or any provider. Every check runs in your browser.',
  withoutScript:
    'This page needs JavaScript because everything is checked in your browser and nothing is uploaded. Without it, use OpenSSL or sello-verify.mjs, further down.',
  drop: 'Drop the file and its proofs here',
  choose: 'Choose files',
  local: 'Nothing is uploaded: the files never leave your device.',
  more: 'More options',
  hash: 'Fingerprint instead of the file',
  hashExample: 'SHA-256, SHA-384 or SHA-512 in hexadecimal',
  block: 'Block hash, from a source of your own',
  blockHow:
    'Lets the page also check that the block is on the chain. Without it, the chain is not consulted.',
  logKey: 'Key of the log, from a source of your own',
  logKeyHow:
    'Lets the page check who signed the log. It only counts if you got it elsewhere than the proofs.',
  roots: 'Roots that I trust',
  chooseRoots: 'Choose root certificates',
  rootsPem: 'Or paste them as PEM',
  rootsHow:
    'Only those you got from another source: what comes with the proofs may be by whoever invented them. The root of Mexico’s Secretaría de Economía (ACR2-SE) is built in. Adding a root doesn’t make anyone accredited.',
  whatFiles: 'Accepted files',
  files: [
    ['The original', 'The file that was certified, of any type and size.'],
    [
      'Diploma, certificate of good standing or transcript',
      'The PDF that this service issued: its proofs are fetched by the code in it, and the page says whether it is still valid.',
    ],
    [
      'Constancia or certificate sheet as a PDF',
      'From this service: the files inside it are opened and checked, not its words or pictures.',
    ],
    ['Constancia or time stamp', 'RFC 3161: .tsr, .asn1, .der, .tst or .p7s, from any provider.'],
    ['Blockchain proof', '.xml from this service or from OriginStamp.'],
    ['Evidence record', 'RFC 4998: .ers, from any archive; with its original file.'],
    [
      'ASiC container',
      'ETSI EN 319 162: .asics or .asice with time stamps or evidence records, also from others; signatures in it are not judged.',
    ],
    ['Evidence bundle', '.zip from this service; contains both proofs above.'],
    [
      'Digital badge',
      'Open Badges 3.0, .json, .jwt or .png; CLR 2.0 records too. If this service issued it, its revocation is looked up right here.',
    ],
    [
      'OpenTimestamps',
      '.ots: which fingerprint it stamps and which blocks it names; the blocks aren’t consulted.',
    ],
    [
      'Certificates',
      '.pem, .crt or .cer: they complete the chain. Roots you trust are given apart, under “More options”.',
    ],
  ],
  keepTitle: 'To check without us',
  keep: 'Each is a single file. Keep it today, with its SHA-256: it works even when this service is gone, and one that you got before is worth more than one that comes with the proofs.',
  kept: {
    'verify.html': 'This page, to open from your disk, with or without internet.',
    'sello-verify.mjs': 'A program for Node 20 or newer; nothing is installed.',
    'verify_blockchain_proof.py':
      'An example in Python, written from the format alone; checks blockchain proofs.',
  },
  format: 'The format of the proofs',
  footer:
    'The files never leave your device, nor does the result. For a badge or document issued here, the page fetches the issuer’s key and status list, or the proofs, by its code. A fingerprint is sent only if you ask to look for it.',
};

export const VERIFY_WORDS: Readonly<Record<Language, VerifyWords>> = { es, en };
