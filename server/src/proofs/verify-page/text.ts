/** The words of `/verify`, in both languages. What its script says is with the script. */

import type { Language } from '../../http/language.ts';

const es = {
  title: 'Verificar un archivo y sus pruebas',
  lead: 'Suelte un archivo con su constancia NOM-151, su prueba de blockchain o su paquete de evidencia, de este servicio o de cualquier prestador. Cada comprobación se hace en su navegador.',
  withoutScript:
    'Esta página necesita JavaScript, porque todo se comprueba en su navegador y nada se sube. Sin él, use OpenSSL o la orden «sello verify».',
  drop: 'Suelte aquí el archivo y sus pruebas',
  choose: 'Elegir archivos',
  local: 'Nada se sube: los archivos no salen de su equipo.',
  more: 'Más opciones',
  hash: 'La huella en lugar del archivo',
  hashExample: 'SHA-256, SHA-384 o SHA-512 en hexadecimal',
  block: 'Hash del bloque, según una fuente que sea suya',
  blockHow: 'Con él se comprueba también que el bloque está en la cadena. Sin él, la cadena no se consulta.',
  roots: 'Otros certificados raíz en los que confía (PEM)',
  rootsHow:
    'La raíz de la Secretaría de Economía (ACR2-SE) ya está incluida. Una raíz que usted añada no hace acreditado a nadie.',
  whatFiles: 'Qué archivos sirven',
  files: [
    ['El original', 'El archivo que se certificó, de cualquier tipo y tamaño.'],
    ['Constancia o sello de tiempo', 'RFC 3161: .tsr, .asn1, .der, .tst o .p7s, de cualquier prestador.'],
    ['Prueba de blockchain', '.xml de este servicio o de OriginStamp.'],
    ['Paquete de evidencia', '.zip de este servicio; trae las dos pruebas anteriores.'],
    [
      'Certificados',
      '.pem, .crt o .cer: los que completan la cadena y, si son raíces, aquellos en los que confía.',
    ],
  ] as readonly (readonly [string, string])[],
  footer: 'Esta página no envía nada: ni los archivos, ni sus huellas, ni el resultado.',
};

export type VerifyWords = typeof es;

const en: VerifyWords = {
  title: 'Verify a file and its proofs',
  lead: 'Drop a file with its NOM-151 constancia, its blockchain proof or its evidence bundle, from this service or from any provider. Every check runs in your browser.',
  withoutScript:
    'This page needs JavaScript, because everything is checked in your browser and nothing is uploaded. Without it, use OpenSSL or the command “sello verify”.',
  drop: 'Drop the file and its proofs here',
  choose: 'Choose files',
  local: 'Nothing is uploaded: the files never leave your device.',
  more: 'More options',
  hash: 'The fingerprint in place of the file',
  hashExample: 'SHA-256, SHA-384 or SHA-512 in hexadecimal',
  block: 'Hash of the block, from a source of your own',
  blockHow: 'It lets the page check too that the block is on the chain. Without it, the chain is not asked.',
  roots: 'Other root certificates that you trust (PEM)',
  rootsHow:
    'The root of the Mexican Secretaría de Economía (ACR2-SE) is built in. A root that you add makes nobody accredited.',
  whatFiles: 'Which files will do',
  files: [
    ['The original', 'The file that was certified, of any kind and size.'],
    ['Constancia or time stamp', 'RFC 3161: .tsr, .asn1, .der, .tst or .p7s, from any provider.'],
    ['Blockchain proof', '.xml of this service or of OriginStamp.'],
    ['Evidence bundle', '.zip of this service; it holds both of the above.'],
    [
      'Certificates',
      '.pem, .crt or .cer: those that complete the chain and, if they are roots, those that you trust.',
    ],
  ],
  footer: 'This page sends nothing: neither the files, nor their fingerprints, nor the outcome.',
};

export const VERIFY_WORDS: Readonly<Record<Language, VerifyWords>> = { es, en };
