/**
 * The README of an archive, in Spanish and English. It is derived only from `archive.json`. A verifier builds it again
 * and compares, so no archive can contain other commands. If you change a word, raise the number of the format. Only
 * commands are indented by four spaces, and tests run every one of them.
 */

import { OLDER_ARCHIVE_FORMAT } from '@sello/proof';
import type { ArchiveAbout } from './about.ts';

type Language = 'es' | 'en';

/** The verifiers that an archive must hold. */
export const ARCHIVED_VERIFIERS = ['verify.html', 'sello-verify.mjs', 'verify_blockchain_proof.py'] as const;

export function archiveReadme(about: ArchiveAbout): string {
  const page = (language: Language) => [...head(about, language), ...body(about, language)];
  const hashes = Object.entries(about.verifiers).map(([name, sha256]) => `  ${sha256}  ${name}`);
  return `${[...page('es'), ...hashes, '', '-'.repeat(70), '', ...page('en'), ...hashes].join('\n')}\n`;
}

function body(about: ArchiveAbout, language: Language): string[] {
  const commands = commandsFor(about);
  if (about.archive !== OLDER_ARCHIVE_FORMAT) return TEXT[language](commands, OWN_TRUST[language]);
  return TEXT[language](commands, []).map((line) =>
    OLDER_WORDS.reduce((text, [newer, older]) => text.replace(newer, older), line),
  );
}

/** Words that are different in the README of an older archive. */
const OLDER_WORDS = [
  ['una fila por', 'un renglón por'],
  ['del registro público', 'de la bitácora'],
  ['el registro público', 'la bitácora'],
] as const;

function head(about: ArchiveAbout, language: Language): string[] {
  const isOlder = about.archive === OLDER_ARCHIVE_FORMAT;
  const { account, mode, made_at, certificates, pending, originals, log, since, next_since } = about;
  return language === 'es'
    ? [
        'ARCHIVO DE EVIDENCIA',
        '',
        `Certificados:    ${certificates}`,
        `Cuenta:          ${account} (${mode === 'live' ? 'producción' : 'pruebas'})`,
        `Servicio:        ${about.service}, ${about.address}`,
        `Hecho el:        ${made_at}`,
        `${isOlder ? 'Bitácora: ' : 'Registro: '}       ${log.name}, ${log.size} entradas`,
        `Aún sin prueba:  ${pending} (tienen su sello de tiempo; su prueba ${isOlder ? 'de bitácora' : 'del registro público'} aún no existía)`,
        `Originales:      ${originals}`,
        `Desde el lugar:  ${since ?? 'el primero'}; el siguiente archivo, con --since ${next_since}`,
        `SHA-256:         ${about.index_sha256}  index.json`,
        '',
      ]
    : [
        'ARCHIVE OF EVIDENCE',
        '',
        `Certificates:   ${certificates}`,
        `Account:        ${account} (${mode})`,
        `Service:        ${about.service}, ${about.address}`,
        `Made at:        ${made_at}`,
        `Log:            ${log.name}, ${log.size} entries`,
        `Not yet proven: ${pending} (they have their time stamp; their proof of the log did not exist yet)`,
        `Original files: ${originals}`,
        `From place:     ${since ?? 'the first'}; the next archive with --since ${next_since}`,
        `SHA-256:        ${about.index_sha256}  index.json`,
        '',
      ];
}

type Commands = { sums: string; all: string; one: string; python: string; chain: string };

/**
 * The commands. A root is named only if a verifier does not have it built in. Keys and roots are read from files beside
 * the archive, where the reader must put them: those in the archive would only confirm themselves.
 */
function commandsFor({ archive, has_roots }: ArchiveAbout): Commands {
  const isOlder = archive === OLDER_ARCHIVE_FORMAT;
  const key = `--log-key="$(cat ${isOlder ? 'log/keys.txt' : '../log-keys.txt'})"`;
  const root = has_roots ? ` --root ${isOlder ? '' : '../'}roots.pem` : '';
  return {
    sums: '    sha256sum --quiet -c SHA256SUMS',
    all: `    node verifiers/sello-verify.mjs . ${key}${root}`,
    one: '    node verifiers/sello-verify.mjs . --certificate "$(sed -n \'s/^{"id":"\\([A-Za-z0-9_]*\\)".*/\\1/p\' index.json | head -n 1)" --extract ../evidence.zip',
    python: `    find certificates -name blockchain-proof.xml -exec python3 verifiers/verify_blockchain_proof.py ${key} {} +`,
    chain:
      '    find certificates -name timestamp.tsr | head -n 1 | xargs -I{} openssl ts -reply -in {} -text',
  };
}

const OWN_TRUST: Readonly<Record<Language, string[]>> = {
  es: [
    'Antes, ponga junto a esta carpeta, no dentro de ella, lo que haya obtenido por otra vía: la clave del registro público, en',
    'log-keys.txt, y las raíces de los sellos, en roots.pem. Con las que vienen aquí nada se confirma.',
    '',
  ],
  en: [
    'First, put beside this folder, not into it, what you got from elsewhere: the key of the log, in log-keys.txt, and the',
    'roots of the time stamps, in roots.pem. Those that came along confirm nothing.',
    '',
  ],
};

const TEXT: Readonly<Record<Language, (commands: Commands, ownTrust: readonly string[]) => string[]>> = {
  es: ({ sums, all, one, python, chain }, ownTrust) => [
    'Todo lo necesario para comprobar cada certificado sin este servicio y sin internet.',
    '',
    'CONTENIDO',
    '',
    '  index.csv, index.json   una fila por certificado: id, huella, su referencia, hora, lugar en el registro público, carpeta',
    '  certificates/           una carpeta por certificado: manifest.json, timestamp.tsr, blockchain-proof.xml y, si hay,',
    '                          *.tlog-proof',
    '  shared/                 lo que muchos comparten, con su SHA-256 por nombre: cadenas, listas de revocación,',
    '                          puntos de control sellados. El manifest.json de cada certificado dice cuáles son suyos',
    '  originals/              los archivos originales, si se pidieron, con su SHA-256 por nombre',
    '  log/                    la clave del registro público y su punto de control más reciente, con las cofirmas de testigos',
    '  verifiers/              los programas que comprueban todo esto',
    '  roots.pem               raíces de los sellos que no llevan a la de la Secretaría de Economía, si las hay',
    '  SHA256SUMS              la huella de todos los demás archivos',
    '',
    'CÓMO COMPROBARLO',
    '',
    'Los comandos se ejecutan en esta carpeta. Que no falte ni haya cambiado nada:',
    '',
    sums,
    '',
    ...ownTrust,
    'Todos los certificados, con Node 20 o posterior. Responde «valid» (0), «unconfirmed» (3) o «invalid» (1):',
    '',
    all,
    '',
    'Un certificado: el paquete de evidencia, tal como lo entregó el servicio. Suéltelo en verifiers/verify.html, que se',
    'abre en un navegador sin internet, junto con el archivo original. En vez del primer id de index.json, el que busca:',
    '',
    one,
    '',
    'Las pruebas del registro público, con un segundo programa independiente, en Python:',
    '',
    python,
    '',
    'Lo que dice un sello de tiempo, con OpenSSL:',
    '',
    chain,
    '',
    'La clave del registro público y las raíces debe obtenerlas usted por otra vía y compararlas con las de aquí: quien inventara',
    'un archivo así inventaría también las suyas. Lo mismo vale para los programas. Sus SHA-256 aquí son:',
    '',
  ],
  en: ({ sums, all, one, python, chain }, ownTrust) => [
    'Everything that is needed to check each certificate without this service and without internet.',
    '',
    'CONTENTS',
    '',
    '  index.csv, index.json   a line for each certificate: id, fingerprint, your reference, time, place in the log, folder',
    '  certificates/           a folder for each certificate: manifest.json, timestamp.tsr, blockchain-proof.xml and, where',
    '                          there are any, *.tlog-proof',
    '  shared/                 what many share, named by its SHA-256: chains, revocation lists, stamped checkpoints. The',
    '                          manifest.json of each certificate says which ones are its own',
    '  originals/              the original files, if they were asked for, named by their SHA-256',
    '  log/                    the key of the log and its newest checkpoint, with the cosignatures of witnesses',
    '  verifiers/              the programs that check all of this',
    '  roots.pem               roots of time stamps that do not lead to that of the Secretaría de Economía, if there are any',
    '  SHA256SUMS              the fingerprint of every other file',
    '',
    'HOW TO CHECK IT',
    '',
    'Run the commands in this folder. That nothing is missing and nothing has changed:',
    '',
    sums,
    '',
    ...ownTrust,
    'All certificates, with Node 20 or newer. The answer is valid (0), unconfirmed (3) or invalid (1):',
    '',
    all,
    '',
    'One certificate: its evidence bundle, as the service handed it out. Drop it onto verifiers/verify.html, which opens in a',
    'browser without internet, together with the original file. In place of the first id of index.json, the one you look for:',
    '',
    one,
    '',
    'The proofs of the log, with a second, independent program in Python:',
    '',
    python,
    '',
    'What a time stamp says, with OpenSSL:',
    '',
    chain,
    '',
    'Get the key of the log and the roots from a source of your own, and compare them with those here: whoever invents such',
    'an archive invents those too. The same goes for the programs. Their SHA-256 here are:',
    '',
  ],
};
