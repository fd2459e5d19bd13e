/**
 * Every file that an evidence bundle may hold, in the order of the archive. Names are fixed: nothing that a caller
 * chose (the name of the original, a title) is ever the name of a file, so no command depends on it.
 */

export type BundleEntryName =
  | 'README.txt'
  | 'manifest.json'
  | 'file.sha256'
  | 'file.sha384'
  | 'file.sha512'
  | 'timestamp.tsr'
  | 'chain.pem'
  | 'evidence-record.ers'
  | 'blockchain-proof.xml'
  | 'log-key.txt'
  | 'checkpoint.txt'
  | 'checkpoint.tsr'
  | 'checkpoint-chain.pem'
  | 'checkpoint.tlog-proof'
  | 'later-checkpoint.txt'
  | 'later-checkpoint.tsr'
  | 'later-checkpoint-chain.pem'
  | 'later-checkpoint.tlog-proof'
  | 'revocation.pem'
  | 'verify.html';

type BundleEntry = {
  name: BundleEntryName;
  /**
   * Of the three files with a fingerprint, a bundle has only the one for its algorithm, so none of them is required.
   */
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
    isRequired: false,
    what: { es: 'huella del archivo, para sha256sum -c', en: "the file's fingerprint, for sha256sum -c" },
  },
  {
    name: 'file.sha384',
    isRequired: false,
    what: { es: 'huella del archivo, para sha384sum -c', en: "the file's fingerprint, for sha384sum -c" },
  },
  {
    name: 'file.sha512',
    isRequired: false,
    what: { es: 'huella del archivo, para sha512sum -c', en: "the file's fingerprint, for sha512sum -c" },
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
    name: 'evidence-record.ers',
    isRequired: false,
    what: {
      es: 'registro de evidencia (RFC 4998): lleva del archivo a lo que se selló',
      en: 'evidence record (RFC 4998): it leads from the file to what was stamped',
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
    name: 'checkpoint.txt',
    isRequired: false,
    what: {
      es: 'un punto de control de la bitácora que contiene este sello',
      en: 'a checkpoint of the log that holds this time stamp',
    },
  },
  {
    name: 'checkpoint.tsr',
    isRequired: false,
    what: { es: 'sello de tiempo sobre ese punto de control', en: 'time stamp over that checkpoint' },
  },
  {
    name: 'checkpoint-chain.pem',
    isRequired: false,
    what: { es: 'certificados de ese sello', en: 'certificates of that stamp' },
  },
  {
    name: 'checkpoint.tlog-proof',
    isRequired: false,
    what: { es: 'prueba de que lo contiene', en: 'proof that it holds it' },
  },
  {
    name: 'later-checkpoint.txt',
    isRequired: false,
    what: {
      es: 'otro posterior, con el sello de otro firmante',
      en: 'a later one, stamped by another signer',
    },
  },
  {
    name: 'later-checkpoint.tsr',
    isRequired: false,
    what: { es: 'sello de tiempo sobre ese punto de control', en: 'time stamp over that checkpoint' },
  },
  {
    name: 'later-checkpoint-chain.pem',
    isRequired: false,
    what: { es: 'certificados de ese sello', en: 'certificates of that stamp' },
  },
  {
    name: 'later-checkpoint.tlog-proof',
    isRequired: false,
    what: { es: 'prueba de que lo contiene', en: 'proof that it holds it' },
  },
  {
    name: 'revocation.pem',
    isRequired: false,
    what: {
      es: 'lo que los emisores dijeron de los certificados',
      en: 'what the issuers said about the certificates',
    },
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

/** The name that the original must have beside the other files, so that the commands find it. */
export const ORIGINAL_NAME = 'original';
