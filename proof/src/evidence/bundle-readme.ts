/** The README of an evidence bundle, in Spanish and English. Tests run its commands. */

import { equalBytes } from '../encoding/bytes.ts';
import { decodeTimestampResponse } from '../timestamps/timestamp.ts';
import { lastingWords } from './bundle-lasting.ts';
import type { BundleManifest } from './bundle-manifest.ts';
import type { Lasting } from './lasting.ts';

export function bundleReadme(manifest: BundleManifest, tsr: Uint8Array, lasting: Lasting): string {
  const { name, sha256 } = manifest.file;
  const compare = `sha256sum '${shellQuoted(name)}'   # ${sha256}`;
  const checks = timestampCommands(tsr, sha256, manifest.accredited);
  const commands = checks.length === 0 ? [] : [compare, ...checks];
  const lines = [
    ...spanish(manifest, commands),
    ...lastingWords(lasting, tsr, 'es'),
    '',
    '----------',
    '',
    ...english(manifest, commands),
    ...lastingWords(lasting, tsr, 'en'),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Commands that check `timestamp.tsr` against the digest of the file and `chain.pem`. Ordinary tokens pass
 * `openssl ts -verify`. Those of accredited Mexican providers do not (their signing certificates lack the
 * time-stamping purpose, some carry attribute certificates), so for them the token is cut out of the response and
 * verified as CMS signed data, at its own time, and the reader compares the digest.
 */
export function timestampCommands(tsr: Uint8Array, sha256: string, accredited: boolean): string[] {
  const { token } = decodeTimestampResponse(tsr);
  if (token === undefined) return [];
  if (!accredited) return [`openssl ts -verify -in timestamp.tsr -digest ${sha256} -CAfile chain.pem`];
  const atTime = Math.floor(token.info.genTime.getTime() / 1000);
  return [
    `tail -c +${offsetOf(token.der, tsr) + 1} timestamp.tsr > token.der`,
    `openssl cms -verify -inform DER -in token.der -CAfile chain.pem -purpose any -attime ${atTime} -binary -out tstinfo.der`,
    `openssl asn1parse -inform DER -in tstinfo.der | grep -i ${sha256}`,
  ];
}

/** The token is the last field of the response, after the status. */
function offsetOf(token: Uint8Array, tsr: Uint8Array): number {
  const offset = tsr.length - token.length;
  if (!equalBytes(tsr.subarray(offset), token))
    throw new Error('the token is not the last field of its response');
  return offset;
}

function sizeText({ file }: BundleManifest): string {
  return file.size === null ? '' : ` (${file.size} bytes)`;
}

/** For use between single quotes. */
function shellQuoted(name: string): string {
  return name.replaceAll("'", "'\\''");
}

function spanish(manifest: BundleManifest, commands: readonly string[]): string[] {
  return [
    `EVIDENCIA DEL CERTIFICADO ${manifest.certificate_id}`,
    '',
    ...(manifest.accredited
      ? []
      : [
          'PRUEBA O DESARROLLO: este sello de tiempo NO proviene de un prestador acreditado y no tiene validez legal.',
          '',
        ]),
    `Archivo:         ${manifest.file.name}${sizeText(manifest)}`,
    `SHA-256:         ${manifest.file.sha256}`,
    `Sello de tiempo: ${manifest.gen_time}, emitido por ${manifest.psc}`,
    `Verificación:    ${manifest.qr_verification_url}`,
    '',
    ...(manifest.file.fingerprint_only
      ? [
          'Solo se envió la huella (SHA-256) del archivo: este servicio nunca recibió ni vio el archivo. El nombre y el',
          'tamaño son los que indicó quien la envió.',
          '',
        ]
      : []),
    'Contenido: timestamp.tsr (respuesta RFC 3161 del prestador, sus bytes exactos), chain.pem (certificados del',
    'firmante a la raíz), file.sha256, manifest.json y, si ya está anclado, blockchain-proof.xml.',
    '',
    'Para comprobarlo sin nosotros, con el archivo original en esta carpeta:',
    '',
    ...commands.map((command) => `  ${command}`),
    '',
    'La raíz (último certificado de chain.pem) debe obtenerla y compararla usted por otra vía.',
  ];
}

function english(manifest: BundleManifest, commands: readonly string[]): string[] {
  return [
    `EVIDENCE OF CERTIFICATE ${manifest.certificate_id}`,
    '',
    ...(manifest.accredited
      ? []
      : [
          'TEST OR DEVELOPMENT: this time stamp is NOT from an accredited provider and has no legal value.',
          '',
        ]),
    `File:       ${manifest.file.name}${sizeText(manifest)}`,
    `SHA-256:    ${manifest.file.sha256}`,
    `Time stamp: ${manifest.gen_time}, issued by ${manifest.psc}`,
    `Verify at:  ${manifest.qr_verification_url}`,
    '',
    ...(manifest.file.fingerprint_only
      ? [
          'Only the fingerprint (SHA-256) of the file was sent: this service never received or saw the file. Its name and',
          'size are as stated by the sender.',
          '',
        ]
      : []),
    "Contents: timestamp.tsr (the provider's exact RFC 3161 response), chain.pem (certificates from the signer up to",
    'the root), file.sha256, manifest.json and, once anchored, blockchain-proof.xml.',
    '',
    'To check it without us, with the original file in this folder:',
    '',
    ...commands.map((command) => `  ${command}`),
    '',
    'Get the root (the last certificate of chain.pem) from a source of your own, and compare.',
  ];
}
