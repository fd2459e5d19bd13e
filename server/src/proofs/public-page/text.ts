/** Every word of the public verification page, in both languages. */

import type { Language } from '../../http/language.ts';

const es = {
  otherLanguage: 'English',
  verifyAnother: 'Verificar otro archivo',
  verdict: {
    valid: 'Válido',
    anchoring: 'Válido, anclaje en proceso',
    test: 'Prueba, sin validez legal',
    not_accredited: 'Sin acreditación, sin validez legal',
    not_found: 'No encontrado',
  },
  existed: {
    accredited: 'Este documento existía, exactamente así, el',
    own: 'Según el propio operador, este documento existía, exactamente así, el',
    other: 'Según un prestador no acreditado, este documento existía, exactamente así, el',
  },
  because: {
    valid: 'Lo acredita un sello de tiempo NOM-151 de un prestador acreditado por la Secretaría de Economía.',
    anchoring:
      'Lo acredita un sello de tiempo NOM-151 de un prestador acreditado por la Secretaría de Economía, válido desde ya.',
    test: 'Se creó con una clave de prueba: el sello proviene de la autoridad propia de este operador, que no está acreditada. Sirve para hacer pruebas, no como constancia NOM-151.',
    ownAuthority:
      'El sello proviene de la autoridad propia de este operador, que no está acreditada por la Secretaría de Economía. Técnicamente es íntegro, pero no es una constancia NOM-151.',
    notAccredited:
      'El sello proviene de un prestador que no está acreditado por la Secretaría de Economía. Técnicamente es íntegro, pero no es una constancia NOM-151.',
    not_found:
      'No hay ningún certificado en esta dirección. Revise que esté completa, o escanee de nuevo el código QR.',
  },
  onChain: {
    operator: 'La cadena de este operador también lo guarda; no es un testigo independiente.',
    permissioned:
      'Una cadena de bloques de un grupo conocido también lo confirma; solo sus participantes, juntos, podrían reescribirla.',
    public: 'Una cadena de bloques pública lo confirma de forma definitiva.',
  },
  anchoringGoesOn:
    'El anclaje en la cadena de bloques continúa automáticamente; esta página se actualiza sola.',
  mexicoTime: 'hora del centro de México',
  mexicoCity: 'Ciudad de México',
  document: 'Documento',
  documentType: 'Tipo de documento',
  fileName: 'Archivo certificado',
  fingerprintOnly: 'Solo la huella',
  fingerprintOnlyWhy:
    'Solo se envió la huella del archivo: este servicio nunca lo recibió ni lo vio. El nombre y el tamaño son los que indicó quien la envió.',
  folio: 'Folio',
  fingerprint: 'Huella SHA-256',
  copy: 'Copiar',
  copied: 'Copiado',
  compare: '¿Es este su archivo?',
  compareHow:
    'Suelte aquí su copia. La huella se calcula en este navegador: el archivo no se sube ni sale de su equipo.',
  choose: 'Elegir archivo',
  cancel: 'Cancelar',
  withoutScript: 'Sin JavaScript, compare la huella con el primer comando de «Compruébelo sin nosotros».',
  timeline: 'Recorrido',
  steps: {
    received: 'Recibido',
    stamped: 'Sellado',
    logged: 'En el registro público',
    in_block: 'En un bloque',
    final: 'Definitivo',
  },
  waiting: 'en espera',
  readyIn: 'listo en unos',
  readySoon: 'aún en proceso',
  seconds: 's',
  minutes: 'min',
  stamp: 'Sello de tiempo',
  provider: 'Prestador',
  accreditation: 'Acreditación',
  accredited: 'Acreditado por la Secretaría de Economía (NOM-151)',
  notAccredited: 'No acreditado: sin validez legal',
  serial: 'Número de serie',
  policy: 'Política',
  timeUtc: 'Hora (UTC)',
  timeMexico: 'Hora local',
  accuracy: 'Exactitud',
  remarks: 'Observaciones',
  chain: 'Cadena de bloques',
  network: 'Red',
  trust: {
    operator: 'Cadena del propio operador: no es un testigo independiente',
    permissioned: 'Cadena de un grupo conocido',
    public: 'Cadena pública, independiente de este operador',
  },
  independence: 'Independencia',
  transaction: 'Transacción',
  block: 'Bloque',
  blockHash: 'Hash del bloque',
  blockTime: 'Hora del bloque',
  confirmations: 'Confirmaciones',
  root: 'Raíz del registro público',
  entry: 'Lugar en el registro público',
  notAnchored: 'Aún no está en un bloque. El sello de tiempo no depende de ello.',
  verifyHere: 'Compruébelo aquí',
  verifyHow:
    'Su navegador descarga las pruebas y repite cada comprobación: firma, cadena de certificados, registro público, transacción y bloque.',
  verifyNow: 'Comprobar ahora',
  downloads: 'Descargas',
  proofs: {
    nom151: 'Constancia NOM-151',
    stamp: 'Sello de tiempo (TSR)',
    chain: 'Certificados del sello',
    blockchain: 'Prueba de blockchain',
    constancia: 'Constancia en PDF',
    sheet: 'Hoja del certificado en PDF',
    bundle: 'Paquete de evidencia',
  },
  proofKinds: {
    nom151: 'Respuesta RFC 3161, .tsr',
    chain: 'Del firmante a la raíz, .pem',
    blockchain: 'Del archivo al bloque, .xml',
    constancia: 'Para leer e imprimir',
    bundle: 'Todo, con instrucciones, .zip',
  },
  withoutUs: 'Compruébelo sin nosotros',
  withoutUsHow: 'Guarde las descargas en una carpeta y ejecute estos comandos:',
  commands: {
    hash: 'La huella de su archivo debe coincidir con la de esta página',
    openssl: 'El sello, con OpenSSL',
    cut: 'Los sellos de prestadores mexicanos se comprueban como datos firmados: primero se extrae el sello',
    cms: 'Su firma y sus certificados, a la hora del sello',
    imprint: 'La huella que quedó sellada',
    tool: 'Nuestro programa, un solo archivo para Node 20 o posterior; compare su SHA-256 también con el de la página del registro público',
    sello: 'El sello, con ese programa, sin conexión',
    block: 'La prueba de blockchain; compare antes el hash del bloque con una fuente que sea suya',
    rpc: 'O consulte un nodo en el que usted confíe',
  },
  rootRemark:
    'El último certificado del archivo .pem es la raíz. Obténgala también por otra vía y compárelas.',
  qr: 'Código QR de esta página',
  qrHow: 'Abre esta página',
  footer:
    'Esta página no muestra el archivo; el servicio guarda el original para su dueño. No aparece en búsquedas: solo la ve quien tiene su dirección.',
  footerFingerprintOnly:
    'Este servicio no tiene el archivo: solo recibió su huella. Esta página no aparece en búsquedas: solo la ve quien tiene su dirección.',
  notFoundHelp: '¿Tiene el archivo y sus pruebas? Compruébelos aquí, sin subir nada',
};

type Words = typeof es;

const en: Words = {
  otherLanguage: 'Español',
  verifyAnother: 'Verify another file',
  verdict: {
    valid: 'Valid',
    anchoring: 'Valid, anchoring in progress',
    test: 'Test, no legal value',
    not_accredited: 'Not accredited, no legal value',
    not_found: 'Not found',
  },
  existed: {
    accredited: 'This document existed, exactly as it is, on',
    own: 'According to this operator itself, this document existed, exactly as it is, on',
    other: 'According to a provider that is not accredited, this document existed, exactly as it is, on',
  },
  because: {
    valid: 'Attested by a NOM-151 time stamp from a provider accredited by Mexico’s Secretaría de Economía.',
    anchoring:
      'Attested by a NOM-151 time stamp from a provider accredited by Mexico’s Secretaría de Economía, already valid.',
    test: 'Created with a test key: the stamp comes from this operator’s own authority, which is not accredited. It is for testing, not a NOM-151 constancia.',
    ownAuthority:
      'The stamp comes from this operator’s own authority, which is not accredited by Mexico’s Secretaría de Economía. It is technically intact, but it is not a NOM-151 constancia.',
    notAccredited:
      'The stamp comes from a provider that is not accredited by Mexico’s Secretaría de Economía. It is technically intact, but it is not a NOM-151 constancia.',
    not_found:
      'There is no certificate at this address. Check that it is complete, or scan the QR code again.',
  },
  onChain: {
    operator: 'This operator’s own chain holds it too; that is not an independent witness.',
    permissioned:
      'A blockchain run by a known group confirms it too; only its members, acting together, could rewrite it.',
    public: 'A public blockchain confirms it permanently.',
  },
  anchoringGoesOn: 'Blockchain anchoring continues automatically; this page updates itself.',
  mexicoTime: 'Mexico City time',
  mexicoCity: 'Mexico City',
  document: 'Document',
  documentType: 'Document type',
  fileName: 'Certified file',
  fingerprintOnly: 'Fingerprint only',
  fingerprintOnlyWhy:
    'Only the fingerprint of the file was sent: this service never received or saw the file. Its name and size are as stated by the sender.',
  folio: 'Certificate ID',
  fingerprint: 'SHA-256 fingerprint',
  copy: 'Copy',
  copied: 'Copied',
  compare: 'Is this your file?',
  compareHow:
    'Drop your copy here. Its fingerprint is computed in this browser: the file is not uploaded and never leaves your device.',
  choose: 'Choose file',
  cancel: 'Cancel',
  withoutScript:
    'Without JavaScript, compare the fingerprint using the first command under “Verify it without us”.',
  timeline: 'Timeline',
  steps: {
    received: 'Received',
    stamped: 'Stamped',
    logged: 'In the log',
    in_block: 'In a block',
    final: 'Final',
  },
  waiting: 'waiting',
  readyIn: 'ready in about',
  readySoon: 'still in progress',
  seconds: 's',
  minutes: 'min',
  stamp: 'Time stamp',
  provider: 'Provider',
  accreditation: 'Accreditation',
  accredited: 'Accredited by the Secretaría de Economía (NOM-151)',
  notAccredited: 'Not accredited: no legal value',
  serial: 'Serial number',
  policy: 'Policy',
  timeUtc: 'Time (UTC)',
  timeMexico: 'Local time',
  accuracy: 'Accuracy',
  remarks: 'Remarks',
  chain: 'Blockchain',
  network: 'Network',
  trust: {
    operator: 'This operator’s own chain: not an independent witness',
    permissioned: 'A chain run by a known group',
    public: 'A public chain, independent of this operator',
  },
  independence: 'Independence',
  transaction: 'Transaction',
  block: 'Block',
  blockHash: 'Block hash',
  blockTime: 'Block time',
  confirmations: 'Confirmations',
  root: 'Log root',
  entry: 'Position in the log',
  notAnchored: 'Not in a block yet. The time stamp doesn’t depend on it.',
  verifyHere: 'Verify it here',
  verifyHow:
    'Your browser downloads the proofs and repeats every check: signature, certificate chain, log, transaction and block.',
  verifyNow: 'Verify now',
  downloads: 'Downloads',
  proofs: {
    nom151: 'NOM-151 constancia',
    stamp: 'Time stamp (TSR)',
    chain: 'Stamp certificates',
    blockchain: 'Blockchain proof',
    constancia: 'Constancia (PDF)',
    sheet: 'Certificate sheet (PDF)',
    bundle: 'Evidence bundle',
  },
  proofKinds: {
    nom151: 'RFC 3161 response, .tsr',
    chain: 'From signer to root, .pem',
    blockchain: 'From file to block, .xml',
    constancia: 'To read and print',
    bundle: 'Everything, with instructions, .zip',
  },
  withoutUs: 'Verify it without us',
  withoutUsHow: 'Put the downloads in one folder and run these commands:',
  commands: {
    hash: 'Your file’s fingerprint must match the one on this page',
    openssl: 'The stamp, with OpenSSL',
    cut: 'Stamps from Mexican providers are verified as signed data: first extract the stamp',
    cms: 'Its signature and certificates, at the time of the stamp',
    imprint: 'The fingerprint that was stamped',
    tool: 'Our own tool, a single file for Node 20 or newer; compare its SHA-256 with the one on the page of the log too',
    sello: 'The stamp, with that tool, offline',
    block: 'The blockchain proof; first compare the block hash with a source of your own',
    rpc: 'Or ask a node you trust',
  },
  rootRemark:
    'The last certificate in the .pem file is the root. Get it from another source too, and compare.',
  qr: 'QR code for this page',
  qrHow: 'Opens this page',
  footer:
    'This page doesn’t show the file; the service keeps the original for its owner. It can’t be found by searching: only people with its address can see it.',
  footerFingerprintOnly:
    'This service doesn’t have the file: only its fingerprint was sent. This page can’t be found by searching: only people with its address can see it.',
  notFoundHelp: 'Do you have the file and its proofs? Verify them here; nothing is uploaded',
};

export type PageWords = Words;

export const PAGE_WORDS: Readonly<Record<Language, PageWords>> = { es, en };
