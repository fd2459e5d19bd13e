/**
 * Every file that an evidence bundle may hold, in the order of the archive. Names are fixed: nothing that a caller
 * chose (the name of the original, a title) is ever the name of a file, so no command depends on it.
 */

export type BundleEntryName =
  | 'README.txt'
  | 'manifest.json'
  | 'file.sha256'
  | 'timestamp.tsr'
  | 'chain.pem'
  | 'blockchain-proof.xml'
  | 'log-key.txt'
  | 'verify.html';

type BundleEntry = {
  name: BundleEntryName;
  isRequired: boolean;
  /** One line of the README. */
  what: { es: string; en: string };
};

export const BUNDLE_ENTRIES: readonly BundleEntry[] = [
  {
    name: 'README.txt',
    isRequired: true,
    what: { es: 'esta hoja', en: 'this page' },
  },
  {
    name: 'manifest.json',
    isRequired: true,
    what: {
      es: 'nombre, título y datos para programas; lo que dice quien armó el paquete',
      en: 'name, title and data for programs; the word of whoever made the bundle',
    },
  },
  {
    name: 'file.sha256',
    isRequired: true,
    what: { es: 'huella del archivo, para sha256sum -c', en: "the file's fingerprint, for sha256sum -c" },
  },
  {
    name: 'timestamp.tsr',
    isRequired: true,
    what: {
      es: 'respuesta RFC 3161 del prestador, sus bytes exactos',
      en: "the provider's RFC 3161 response, its exact bytes",
    },
  },
  {
    name: 'chain.pem',
    isRequired: true,
    what: {
      es: 'certificados del firmante a la raíz',
      en: 'certificates from the signer up to the root',
    },
  },
  {
    name: 'blockchain-proof.xml',
    isRequired: false,
    what: {
      es: 'prueba de la bitácora y del bloque que la ancla',
      en: 'proof of the log, and of the block that anchors it',
    },
  },
  {
    name: 'log-key.txt',
    isRequired: false,
    what: { es: 'clave con que la bitácora firmó', en: 'key that the log signed with' },
  },
  {
    name: 'verify.html',
    isRequired: false,
    what: {
      es: 'página que comprueba todo esto, también sin internet',
      en: 'a page that checks all of this, also without internet',
    },
  },
];

/** What the original must be called beside the other files, so that the commands find it. */
export const ORIGINAL_NAME = 'original';
