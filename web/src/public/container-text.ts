/** Names and reasons of the checks of a bundle, and of a constancia as a PDF. */

export const CONTAINER_TITLES = {
  'bundle.structure': {
    en: ['The bundle has the issued form', 'The bundle is not as issued'],
    es: ['El paquete tiene la forma en que se emite', 'El paquete no está como se emitió'],
  },
  'bundle.manifest': {
    en: ['Its list of files is right', 'Its list of files is wrong'],
    es: ['Su lista de archivos es correcta', 'Su lista de archivos es incorrecta'],
  },
  'bundle.facts': {
    en: ['It says what its proofs say', 'It says otherwise than its proofs'],
    es: ['Dice lo mismo que sus pruebas', 'Dice otra cosa que sus pruebas'],
  },
  'bundle.readme': {
    en: ['Its instructions are the genuine ones', 'Its instructions were changed'],
    es: ['Sus instrucciones son las auténticas', 'Sus instrucciones fueron modificadas'],
  },
  'bundle.log_key': {
    en: ['The log key in it signed', 'The log key in it did not sign'],
    es: ['La clave del registro público que trae firmó', 'La clave del registro público que trae no firmó'],
  },
  'bundle.claims': {
    en: ['Names and title', 'What it is called does not hold'],
    es: ['Nombres y título', 'Los nombres no se sostienen'],
  },
  'constancia.attachments': {
    en: ['The files inside the PDF', 'The PDF holds no files that can be used'],
    es: ['Los archivos dentro del PDF', 'El PDF no trae archivos que sirvan'],
  },
  'constancia.words': {
    en: ['Words and pictures of the PDF', 'What the PDF says does not hold'],
    es: ['Palabras e imágenes del PDF', 'Lo que dice el PDF no se sostiene'],
  },
} as const;

export const CONTAINER_SPANISH: readonly (readonly [RegExp, string])[] = [
  [
    /^the archive has the form in which bundles are issued$/,
    'el archivo tiene la forma en que se emiten los paquetes',
  ],
  [/^this is not an evidence bundle as issued: .*$/, 'no es un paquete de evidencia como se emitió'],
  [
    /^the archive holds no timestamp\.tsr with its chain\.pem$/,
    'el archivo no trae timestamp.tsr con su chain.pem',
  ],
  [/^manifest\.json cannot be used: .*$/, 'manifest.json no se puede usar: no es como se emitió'],
  [/^the archive holds (.*), which no bundle has$/, 'el archivo trae $1, que ningún paquete tiene'],
  [/^(\S+) is missing$/, 'falta $1'],
  [/^the manifest does not list (.*)$/, 'el manifiesto no menciona $1'],
  [/^the manifest lists (.*), which is not there$/, 'el manifiesto menciona $1, que no está'],
  [/^(\S+) is not the file that the manifest lists$/, '$1 no es el archivo que menciona el manifiesto'],
  [/^the manifest lists every file, with its hash$/, 'el manifiesto menciona cada archivo, con su huella'],
  [/^the proofs cannot be read$/, 'las pruebas no se pueden leer'],
  [
    /^the manifest says otherwise than the chain whether the provider is accredited$/,
    'el manifiesto y los certificados se contradicen sobre si el prestador está acreditado',
  ],
  [
    /^chain\.pem does not begin with the signer's certificate$/,
    'chain.pem no empieza con el certificado del firmante',
  ],
  [/^file\.sha256 states another hash than the manifest$/, 'file.sha256 tiene otra huella que el manifiesto'],
  [/^the manifest says what the proofs say$/, 'el manifiesto dice lo mismo que las pruebas'],
  [
    /^the manifest states another hash of the file than the time stamp$/,
    'el manifiesto tiene otra huella del archivo que el sello de tiempo',
  ],
  [
    /^the manifest states another time than the time stamp$/,
    'el manifiesto tiene otra hora que el sello de tiempo',
  ],
  [
    /^the archive has an evidence record, and its format none, or the reverse$/,
    'el archivo trae un registro de evidencia y su formato no lo tiene, o al revés',
  ],
  [
    /^the blockchain proof and the bundle differ in whether the time stamp is over a tree of hashes$/,
    'la prueba de blockchain y el paquete no coinciden en si el sello de tiempo es sobre un árbol de huellas',
  ],
  [
    /^the record does not have the form of those in bundles$/,
    'el registro no tiene la forma de los que van en paquetes',
  ],
  [
    /^the manifest states another hash of the file than the blockchain proof$/,
    'el manifiesto tiene otra huella del archivo que la prueba de blockchain',
  ],
  [
    /^the manifest is about another certificate than the blockchain proof$/,
    'el manifiesto trata de otro certificado que la prueba de blockchain',
  ],
  [
    /^README\.txt is, byte for byte, what follows from the proofs and the manifest$/,
    'README.txt es, byte por byte, lo que resulta de las pruebas y el manifiesto',
  ],
  [
    /^README\.txt was changed: run none of its commands$/,
    'README.txt fue modificado: no ejecute ninguno de sus comandos',
  ],
  [
    /^there is a log key without a blockchain proof$/,
    'trae una clave del registro público sin prueba de blockchain',
  ],
  [/^the key in the bundle signed the checkpoint$/, 'la clave que trae el paquete firmó el punto de control'],
  [/^compare it with one from elsewhere$/, 'compárela con una obtenida en otra parte'],
  [
    /^the key in the bundle did not sign the checkpoint$/,
    'la clave que trae el paquete no firmó el punto de control',
  ],
  [
    /^the file's name and size, .* are the word of whoever made the bundle$/,
    'el nombre y tamaño del archivo, el título, el id del certificado, el nombre del prestador, la dirección y la página que trae son dichos de quien armó el paquete',
  ],
  [/^so is whether the provider is accredited$/, 'también lo es que el prestador esté acreditado'],
  [
    /^a bundle of an older form, which lists no files: .*$/,
    'es un paquete de forma anterior, que no enumera sus archivos: solo se comprueban sus pruebas',
  ],
  [
    /^a bundle of an older form: .*$/,
    'es un paquete de forma anterior: su README no se puede comparar, así que no ejecute ninguno de sus comandos',
  ],
  [
    /^the archive holds (.*), which no bundle of its form has$/,
    'el archivo trae $1, que ningún paquete de su forma tiene',
  ],
  [/^the PDF holds (.*), which no constancia has$/, 'el PDF trae $1, que ninguna constancia tiene'],
  [/^a new download has the present form$/, 'al descargarlo de nuevo tendrá la forma actual'],
  [/^the PDF holds no timestamp\.tsr$/, 'el PDF no trae timestamp.tsr'],
  [/^taken out of the PDF and checked: (.*)$/, 'se sacaron del PDF y se comprobaron: $1'],
  [
    /^this PDF is not as issued: .*$/,
    'este PDF no está como se emitió: otro programa lo guardó de nuevo o le agregó algo',
  ],
  [
    /^take the attached files out with a PDF reader and give those$/,
    'saque los archivos adjuntos con un lector de PDF y dé esos',
  ],
  [
    /^the words and pictures of the PDF itself are not checked: .*$/,
    'las palabras y las imágenes del PDF no se comprueban: lo que cuenta son los archivos adjuntos',
  ],
];
