/** The words of `verify.html` that differ from those of `/verify`. */

const es = {
  name: 'Verificador',
  title: 'Verificar un archivo y sus pruebas',
  lead: 'Esta página es un solo archivo: ábrala desde su disco, también sin internet. Suelte el archivo original con su constancia (PDF), su sello de tiempo, su prueba de blockchain o su paquete de evidencia.',
  other: { code: 'en', name: 'English' },
  drop: 'Suelte aquí el archivo y sus pruebas',
  choose: 'Elegir archivos',
  local: 'Nada sale de su equipo: la página no puede conectarse a ningún lado.',
  more: 'Más opciones',
  hash: 'Huella en lugar del archivo (SHA-256, SHA-384 o SHA-512 en hexadecimal)',
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
  trustTitle: '¿Por qué creerle a esta página?',
  trust: [
    'Si la recibió junto con las pruebas, quien pudiera falsificarlas podría haber cambiado también la página. Use mejor una que haya obtenido en otra parte, o compare su SHA-256 con el que publican el servicio (en la página de su registro público) y su código fuente:',
  ],
  otherSystems:
    'Una insignia (Open Badges) se comprueba en la página /verify de quien la emitió, porque hay que consultar si fue revocada.',
  badge:
    'Es una insignia (Open Badges). Aquí no se comprueba, porque hay que preguntar a su emisor si fue revocada: use la página /verify de quien la emitió, o cualquier verificador de Open Badges 3.0.',
  footer: 'Hace las mismas comprobaciones que la página /verify y que el programa sello-verify.mjs.',
};

type OneFileWords = typeof es;

const en: OneFileWords = {
  name: 'Verifier',
  title: 'Verify a file and its proofs',
  lead: 'This page is a single file: open it from your disk, with or without internet. Drop the original file with its constancia (PDF), time stamp, blockchain proof or evidence bundle.',
  other: { code: 'es', name: 'Español' },
  drop: 'Drop the file and its proofs here',
  choose: 'Choose files',
  local: 'Nothing leaves your device: the page cannot connect to anything.',
  more: 'More options',
  hash: 'Fingerprint instead of the file (SHA-256, SHA-384 or SHA-512 in hexadecimal)',
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
  trustTitle: 'Why believe this page?',
  trust: [
    'If it came together with the proofs, whoever could forge them could have changed the page too. Better use one that you got elsewhere, or compare its SHA-256 with the one that the service (on the page of its log) and its source code publish:',
  ],
  otherSystems:
    'A badge (Open Badges) is checked on the page /verify of its issuer, because the issuer must be asked whether it was revoked.',
  badge:
    'This is a badge (Open Badges). It is not checked here, because its issuer must be asked whether it was revoked: use the page /verify of its issuer, or any verifier of Open Badges 3.0.',
  footer: 'It makes the same checks as the page /verify and the program sello-verify.mjs.',
};

export const ONE_FILE_WORDS: OneFileWords = document.documentElement.lang === 'es' ? es : en;
