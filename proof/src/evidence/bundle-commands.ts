/**
 * The commands of a bundle's README. They are made of fixed names, hexadecimal digits and numbers, and of nothing that
 * a user chose, since a file can have any name. Tests run every command in a shell.
 */

import { decodeTimestampResponse } from '../timestamps/timestamp.ts';
import { ORIGINAL_NAME } from './bundle-entries.ts';
import type { BundleFacts } from './bundle-facts.ts';
import type { BundleManifest } from './bundle-manifest.ts';
import { hashFileOf, namedDigest, sumProgram } from './named-digest.ts';

export type CommandGroup = {
  title: { es: string; en: string };
  commands: readonly string[];
};

/** `names`: the files of the bundle. */
export function bundleCommands(
  facts: BundleFacts,
  { file }: Pick<BundleManifest, 'file'>,
  names: ReadonlySet<string>,
): CommandGroup[] {
  const { algorithm, value } = namedDigest(file);
  const sums = `${sumProgram(algorithm)} -c ${hashFileOf(algorithm)}`;
  const groups: CommandGroup[] = [
    { title: { es: 'El archivo', en: 'The file' }, commands: [sums] },
    {
      title: { es: 'El sello de tiempo, con OpenSSL', en: 'The time stamp, with OpenSSL' },
      commands: stampCommands(facts, value),
    },
  ];
  if (facts.way !== undefined)
    groups.push({
      title: {
        es: 'Que el archivo está en el árbol que se selló (sha256sum, sort y perl)',
        en: 'That the file is in the tree that was stamped (sha256sum, sort and perl)',
      },
      commands: [
        wayCommand(`$(sha256sum ${ORIGINAL_NAME} | cut -c 1-64)`, facts.way, facts.stampedSha256 ?? ''),
      ],
    });
  if (names.has('log-key.txt'))
    groups.push({
      title: {
        es: 'Que la bitácora firmó su punto de control, con OpenSSL 3',
        en: 'That the log signed its checkpoint, with OpenSSL 3',
      },
      commands: logKeyCommands('', ''),
    });
  groups.push({
    title: {
      es: 'Todo, con Node 20 o posterior y sello-verify.mjs (abajo se dice de dónde)',
      en: 'Everything, with Node 20 or newer and sello-verify.mjs (see below where from)',
    },
    commands: [oneFileCommand(facts, names)],
  });
  return groups;
}

/**
 * A command that computes the stamped hash from a file's SHA-256: it joins each result with the next hash, the lower
 * one first, and hashes both again. It prints the stamped hash, or fails if the result differs from it.
 */
export function wayCommand(sha256: string, way: readonly string[], stamped: string): string {
  const join = "printf '%s\\n' $h $s | LC_ALL=C sort | tr -d '\\n' | perl -pe '$_ = pack \"H*\", $_'";
  return `h=${sha256}; for s in ${way.join(' ')}; do h=$(${join} | sha256sum | cut -c 1-64); done; test $h = ${stamped} && echo $h`;
}

function stampCommands(facts: BundleFacts, named: string): string[] {
  const digest = facts.stampedSha256 ?? named;
  return facts.isOrdinary
    ? [ordinaryCommand(digest, facts.genTimeSeconds)]
    : signedDataCommands(facts.tokenOffset, facts.genTimeSeconds, digest);
}

/** The same commands for a single response, for use outside bundles. */
export function timestampCommands(tsr: Uint8Array, digest: string, accredited: boolean): string[] {
  const { token } = decodeTimestampResponse(tsr);
  if (token === undefined) return [];
  const atSeconds = Math.floor(token.info.genTime.getTime() / 1000);
  if (!accredited) return [ordinaryCommand(digest, atSeconds)];
  return signedDataCommands(tsr.length - token.der.length, atSeconds, digest);
}

/**
 * Verifies the stamp as of its own time: as of today, OpenSSL would refuse it once the signer's certificate has
 * expired.
 */
function ordinaryCommand(digest: string, atSeconds: number): string {
  return `openssl ts -verify -in timestamp.tsr -digest ${digest} -CAfile chain.pem -attime ${atSeconds}`;
}

/**
 * `openssl ts -verify` refuses tokens of accredited Mexican providers: their signing certificates lack the
 * time-stamping purpose, and some tokens carry attribute certificates. So these commands cut the token out of the
 * response and verify it as CMS signed data at its own time. The reader then compares the digest.
 */
function signedDataCommands(tokenOffset: number, atSeconds: number, digest: string): string[] {
  return [
    `tail -c +${tokenOffset + 1} timestamp.tsr > token.der`,
    `openssl cms -verify -inform DER -in token.der -CAfile chain.pem -purpose any -attime ${atSeconds} -binary -out tstinfo.der`,
    `openssl asn1parse -inform DER -in tstinfo.der | grep -i ${digest}`,
  ];
}

/**
 * Checks the log's signature on the checkpoint, which the proof holds in base64. The checkpoint's text ends at the
 * blank line. The log's own signature line begins with the log's name, which is also the first line of the text. The
 * last 64 octets of that signature are the signature itself. The last 32 octets of the key are the public key, which
 * OpenSSL needs in DER (RFC 8410). `from` and `to` are folders such as `evidence/`: the folder of the bundle's files,
 * and the folder for the output of the commands.
 */
export function logKeyCommands(from: string, to: string): string[] {
  return [
    `sed -n 's/.*<Note>\\([A-Za-z0-9+/=]*\\)<.*/\\1/p' ${from}blockchain-proof.xml | base64 -d > ${to}checkpoint.txt`,
    `sed '/^$/,$d' ${to}checkpoint.txt > ${to}checkpoint-text.txt`,
    `grep -F -- "— $(head -n 1 ${to}checkpoint.txt) " ${to}checkpoint.txt | head -n 1 | cut -d ' ' -f 3 | base64 -d | tail -c 64 > ${to}checkpoint.sig`,
    `{ printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; head -n 1 ${from}log-key.txt | cut -d + -f 3- | base64 -d | tail -c 32; } > ${to}log-key.der`,
    `openssl pkeyutl -verify -pubin -keyform DER -inkey ${to}log-key.der -rawin -in ${to}checkpoint-text.txt -sigfile ${to}checkpoint.sig`,
  ];
}

/**
 * The command names the log key that comes with the proof, and a root only if the verifier does not have it already.
 */
function oneFileCommand({ isUnderEconomia }: BundleFacts, names: ReadonlySet<string>): string {
  return [
    `node sello-verify.mjs ${ORIGINAL_NAME} --tsr timestamp.tsr`,
    ...(names.has('evidence-record.ers') ? ['--record evidence-record.ers'] : []),
    ...(names.has('blockchain-proof.xml') ? ['--xml blockchain-proof.xml'] : []),
    ...(names.has('log-key.txt') ? ['--log-key="$(head -n 1 log-key.txt)"'] : []),
    ...(isUnderEconomia ? [] : ['--root chain.pem']),
  ].join(' ');
}
