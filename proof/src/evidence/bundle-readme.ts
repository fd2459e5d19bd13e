/**
 * The README of an evidence bundle, in Spanish and English. It is derived from the proofs and the manifest alone. A
 * verifier rebuilds it and compares, so no bundle can contain other words or commands. Issued bundles are compared with
 * this text too: to change a word, raise the format's version and keep the old text for old bundles.
 */

import { bundleCommands, type CommandGroup } from './bundle-commands.ts';
import { BUNDLE_ENTRIES, ORIGINAL_NAME } from './bundle-entries.ts';
import type { BundleFacts } from './bundle-facts.ts';
import { lastingWords } from './bundle-lasting.ts';
import type { BundleManifest } from './bundle-manifest.ts';
import type { Lasting } from './lasting.ts';
import { namedDigest } from './named-digest.ts';

type Language = 'es' | 'en';

/** `kept`: the time stamp, and the evidence that is kept for later years. */
export function bundleReadme(
  manifest: BundleManifest,
  facts: BundleFacts,
  kept: { tsr: Uint8Array; lasting: Lasting },
): string {
  const names = new Set(['README.txt', 'manifest.json', ...Object.keys(manifest.entries)]);
  const groups = bundleCommands(facts, manifest, names);
  const page = (language: Language) => [
    ...head(manifest, facts, language),
    ...contents(names, language),
    ...howTo(groups, language),
    ...lastingWords(kept.lasting, kept.tsr, language),
    ...tools(manifest, names, language),
  ];
  return `${[...page('es'), '', '-'.repeat(70), '', ...page('en')].join('\n')}\n`;
}

const WORDS = {
  es: {
    title: 'EVIDENCIA DEL CERTIFICADO',
    notUnderEconomia: [
      'Los certificados de este sello no llevan a la raíz de la Secretaría de Economía (ACR2-SE): con estos archivos no',
      'se muestra que el prestador esté acreditado. Un sello de prueba o desarrollo no tiene validez legal.',
      '',
    ],
    file: 'Archivo:        ',
    sha256: 'SHA-256:        ',
    stamp: 'Sello de tiempo:',
    signedBy: 'firmado por',
    page: 'Página:         ',
    fingerprintOnly: [
      'Solo se envió la huella (SHA-256) del archivo: este servicio nunca recibió ni vio el archivo. El nombre y el',
      'tamaño son los que indicó quien la envió.',
      '',
    ],
    shared: [
      'EL SELLO DE TIEMPO ES COMPARTIDO. El prestador selló la raíz de un árbol con las huellas de varios archivos, no la',
      'huella de este solo. El sello por sí mismo no prueba este archivo: lo prueba junto con evidence-record.ers, que lleva',
      'de la huella del archivo a lo que se selló. No es una constancia de este archivo solo, y no se sabe qué valor le den',
      'los tribunales.',
      '',
    ],
    contents: 'CONTENIDO',
    howTo: 'CÓMO COMPROBARLO SIN NOSOTROS',
    copy: [
      `Copie el archivo original a esta carpeta con el nombre «${ORIGINAL_NAME}», sin extensión. Los comandos usan solo`,
      'nombres fijos: el del archivo no aparece en ninguno. Se ejecutan en esta carpeta, en orden.',
    ],
    root: [
      'La raíz (último certificado de chain.pem) y la clave de la bitácora debe obtenerlas usted por otra vía y',
      'compararlas: quien inventara un paquete inventaría también las suyas.',
    ],
    tools: 'CON QUÉ COMPROBARLO',
    page1: [
      'verify.html se abre en un navegador, también sin internet, y no envía nada. Suelte en ella este paquete y el',
      'archivo original. Es mejor una obtenida en otra parte: quien pudiera falsificar este paquete podría haber',
      'cambiado también la página que trae. Su SHA-256 aquí es:',
    ],
    page2: 'La publicada por este servicio, con su SHA-256:',
    command: 'sello-verify.mjs, un solo archivo para Node que no se instala, con su SHA-256:',
  },
  en: {
    title: 'EVIDENCE OF CERTIFICATE',
    notUnderEconomia: [
      'The certificates of this time stamp do not lead to the root of Mexico’s Secretaría de Economía (ACR2-SE): these',
      'files do not show that the provider is accredited. A stamp for tests or development has no legal value.',
      '',
    ],
    file: 'File:      ',
    sha256: 'SHA-256:   ',
    stamp: 'Time stamp:',
    signedBy: 'signed by',
    page: 'Page:      ',
    fingerprintOnly: [
      'Only the fingerprint (SHA-256) of the file was sent: this service never received or saw the file. Its name and',
      'size are as stated by the sender.',
      '',
    ],
    shared: [
      'THE TIME STAMP IS SHARED. The provider stamped the root of a tree with the fingerprints of several files, not the',
      'fingerprint of this one alone. The stamp by itself does not prove this file: it does together with',
      'evidence-record.ers, which leads from the fingerprint of the file to what was stamped. It is no constancia of this file',
      'alone, and what courts make of it is not known.',
      '',
    ],
    contents: 'CONTENTS',
    howTo: 'HOW TO CHECK IT WITHOUT US',
    copy: [
      `Copy the original file into this folder under the name "${ORIGINAL_NAME}", without an extension. The commands use`,
      'fixed names only: that of the file is in none of them. Run them in this folder, in order.',
    ],
    root: [
      'Get the root (the last certificate of chain.pem) and the key of the log from a source of your own, and compare:',
      'whoever invents a bundle invents those too.',
    ],
    tools: 'WHAT TO CHECK IT WITH',
    page1: [
      'verify.html opens in a browser, also without internet, and sends nothing. Drop this bundle and the original file',
      'onto it. One from elsewhere is better: whoever could forge this bundle could have changed the page that comes',
      'with it too. Its SHA-256 here is:',
    ],
    page2: 'The one that this service publishes, with its SHA-256:',
    command: 'sello-verify.mjs, a single file for Node that needs no installation, with its SHA-256:',
  },
} as const;

function head(manifest: BundleManifest, facts: BundleFacts, language: Language): string[] {
  const words = WORDS[language];
  const { name, size, fingerprint_only: isFingerprintOnly } = manifest.file;
  const { algorithm, value } = namedDigest(manifest.file);
  return [
    `${words.title} ${plainLine(manifest.certificate_id)}`,
    '',
    ...(facts.isUnderEconomia ? [] : words.notUnderEconomia),
    `${words.file} ${plainLine(name)}${size === null ? '' : ` (${size} bytes)`}`,
    `${words.sha256.replace('SHA-256', algorithm)} ${value}`,
    `${words.stamp} ${facts.genTime}, ${words.signedBy} ${plainLine(facts.signer)}`,
    `${words.page} ${plainLine(manifest.qr_verification_url)}`,
    '',
    ...(facts.way === undefined ? [] : words.shared),
    ...(isFingerprintOnly ? words.fingerprintOnly.map((line) => line.replace('SHA-256', algorithm)) : []),
  ];
}

function contents(names: ReadonlySet<string>, language: Language): string[] {
  const present = BUNDLE_ENTRIES.filter(({ name }) => names.has(name));
  const width = Math.max(...present.map(({ name }) => name.length));
  return [
    WORDS[language].contents,
    '',
    ...present.map(({ name, what }) => `  ${name.padEnd(width)}  ${what[language]}`),
    '',
  ];
}

/** Commands, and nothing else, are indented by four spaces. */
function howTo(groups: readonly CommandGroup[], language: Language): string[] {
  const words = WORDS[language];
  return [
    words.howTo,
    '',
    ...words.copy,
    '',
    ...groups.flatMap(({ title, commands }, index) => [
      `${index + 1}. ${title[language]}`,
      '',
      ...commands.map((command) => `    ${command}`),
      '',
    ]),
    ...words.root,
    '',
  ];
}

function tools(manifest: BundleManifest, names: ReadonlySet<string>, language: Language): string[] {
  const words = WORDS[language];
  const site = originOf(manifest.qr_verification_url);
  const at = (file: string) => (site === undefined ? [] : [`  ${site}/${file}`, `  ${site}/${file}.sha256`]);
  const page = names.has('verify.html')
    ? [...words.page1, '', `  ${manifest.entries['verify.html']?.sha256 ?? ''}`, '']
    : [];
  return [
    words.tools,
    '',
    ...page,
    ...(site === undefined ? [] : [words.page2, '', ...at('verify.html'), '']),
    ...(site === undefined ? [] : [words.command, '', ...at('sello-verify.mjs')]),
  ];
}

/** Undefined unless the address is plain enough to be put before a path. */
function originOf(url: string): string | undefined {
  return /^(https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?)\//.exec(url)?.[1];
}

/**
 * Control characters could write over the screen or begin a line that looks like a command; direction marks and
 * invisible characters could make a name look like another.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Makes text from others safe to print: on one line, with every character visible. */
export function plainLine(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
