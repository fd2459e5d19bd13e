/** Names and results of the checks of an ASiC container, in both languages. */

export const ASIC_TITLES = {
  'asic.structure': {
    en: ['The container can be read in one way only', 'The container cannot be read in one way only'],
    es: ['El contenedor se lee de un solo modo', 'El contenedor no se puede leer de un solo modo'],
  },
  'asic.mimetype': {
    en: ['How the container says what it is', 'The container does not say what it is'],
    es: ['Cómo dice el contenedor qué es', 'El contenedor no dice qué es'],
  },
  'asic.manifest': {
    en: ['A manifest matches its files', 'A manifest does not match its files'],
    es: ['Un manifiesto corresponde a sus archivos', 'Un manifiesto no corresponde a sus archivos'],
  },
  'asic.imprint': {
    en: ['The stamp is over the manifest', 'The stamp is not over the manifest'],
    es: ['Sella el manifiesto', 'No sella el manifiesto'],
  },
  'asic.document': {
    en: ['Your document is in the container', 'Your document is not in the container'],
    es: ['Su documento está en el contenedor', 'Su documento no está en el contenedor'],
  },
  'asic.covered': {
    en: ['Every file is covered by evidence', 'A file is covered by no evidence'],
    es: ['La evidencia cubre todos los archivos', 'Ninguna evidencia cubre un archivo'],
  },
  'asic.uncovered': {
    en: ['Files beside your document', 'There are other files'],
    es: ['Archivos junto al suyo', 'Hay otros archivos'],
  },
  'asic.stamps': {
    en: ['It has time stamps or evidence records', 'It has nothing that can be judged here'],
    es: ['Trae sellos de tiempo o registros de evidencia', 'No trae nada que aquí se pueda juzgar'],
  },
  'asic.other': {
    en: ['A further stamp in it holds', 'A further stamp in it is not confirmed'],
    es: ['Otro sello que trae se sostiene', 'Otro sello que trae no queda confirmado'],
  },
  'asic.signatures': {
    en: ['Signatures in the container', 'It holds signatures'],
    es: ['Firmas en el contenedor', 'Trae firmas'],
  },
} as const;

export const ASIC_SPANISH: readonly (readonly [RegExp, string])[] = [
  [/^an (ASiC-[SE]) container with (\d+) files?$/, 'es un contenedor $1 (ETSI EN 319 162); archivos: $2'],
  [/^this ZIP file is not read: .*$/, 'el archivo ZIP está dañado, o dos programas podrían leerlo distinto'],
  [
    /^this ASiC container is not read: .*$/,
    'no es un contenedor ASiC como la norma lo pide, o se podría leer de dos modos',
  ],
  [
    /^the manifest is not read: .*$/,
    'un manifiesto no es como la norma lo pide, o se podría leer de dos modos',
  ],
  [/^there is no file mimetype$/, 'no trae el archivo mimetype'],
  [
    /^the file mimetype is not the first, as the standard wants it$/,
    'el archivo mimetype no es el primero, como lo quiere la norma',
  ],
  [
    /^the file mimetype is compressed, which the standard forbids$/,
    'el archivo mimetype está comprimido, lo que la norma prohíbe',
  ],
  [/^(\S+) has the digests of the files that it names$/, '$1 trae las huellas de los archivos que nombra'],
  [/^(\S+) has another digest of (.*)$/, '$1 trae otra huella de $2'],
  [/^the token stamps the manifest$/, 'sella el manifiesto, que trae las huellas de los archivos'],
  [/^the token does not stamp the manifest: .*$/, 'no sella el manifiesto'],
  [/^the document is no file of the container$/, 'el documento no es ningún archivo del contenedor'],
  [/^the document is (.*) in the container$/, 'el documento es $1 en el contenedor'],
  [
    /^the container holds no time stamp and no evidence record that is judged here$/,
    'el contenedor no trae ningún sello de tiempo ni registro de evidencia que aquí se juzgue',
  ],
  [/^a stamp or a record covers every file$/, 'un sello o un registro cubre cada archivo'],
  [/^no stamp and no record covers (.*)$/, 'ningún sello ni registro cubre $1'],
  [/^not judged here: (.*)$/, 'aquí no se juzga: $1'],
  [/^stamp (\d+): no trusted root was given$/, 'sello $1: no se dio ninguna raíz de confianza'],
  [/^(META-INF\/.*) holds too$/, '$1 también se sostiene'],
  [/^(META-INF\/.*) leads to no trusted root$/, '$1 no llega a ninguna raíz de confianza'],
  [/^(META-INF\/.*) does not hold: .*$/, '$1 no se sostiene'],
];

export const ASIC_WARNINGS: Readonly<Record<string, string>> = {
  asic_signatures_not_judged:
    'El contenedor trae firmas que no se juzgaron: aquí no se sabe quién firmó ni si la firma es válida.',
};
