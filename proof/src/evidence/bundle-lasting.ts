/** The part of a bundle that is meant for later years: stamped checkpoints, and kept revocation answers. */

import { encodeHex, encodeUtf8, equalBytes, parseUtf8 } from '../encoding/bytes.ts';
import { OID } from '../encoding/oids.ts';
import { decodePem, encodePem } from '../encoding/pem.ts';
import { ProofError } from '../proof-error.ts';
import { decodeTimestampResponse } from '../timestamps/timestamp.ts';
import { decodeCrl } from '../x509/crl.ts';
import { decodeKeptAnswers } from '../x509/kept-revocation.ts';
import { parseSigningCertificate } from '../x509/x509.ts';
import type { Lasting } from './lasting.ts';
import type { Renewal } from './renewal.ts';

/** File names for the first stamped checkpoint that holds the token, and for a later one by another signer. */
const RENEWAL_NAMES = [
  {
    checkpoint: 'checkpoint.txt',
    tsr: 'checkpoint.tsr',
    chain: 'checkpoint-chain.pem',
    proof: 'checkpoint.tlog-proof',
  },
  {
    checkpoint: 'later-checkpoint.txt',
    tsr: 'later-checkpoint.tsr',
    chain: 'later-checkpoint-chain.pem',
    proof: 'later-checkpoint.tlog-proof',
  },
] as const;

const REVOCATION_NAME = 'revocation.pem' as const;

export const NOTHING_LASTING: Lasting = { renewals: [], revocation: undefined };

type LastingFile = {
  name: (typeof RENEWAL_NAMES)[number][keyof (typeof RENEWAL_NAMES)[number]] | typeof REVOCATION_NAME;
  content: Uint8Array;
};

export function lastingFiles({ renewals, revocation }: Lasting): LastingFile[] {
  const files = renewals.slice(0, RENEWAL_NAMES.length).flatMap((renewal, i) => {
    const names = RENEWAL_NAMES[i] ?? RENEWAL_NAMES[0];
    const pem = renewal.chain.map((der) => encodePem('CERTIFICATE', der)).join('');
    return [
      { name: names.checkpoint, content: renewal.checkpoint },
      { name: names.tsr, content: renewal.tsr },
      { name: names.chain, content: encodeUtf8(pem) },
      { name: names.proof, content: renewal.proof },
    ];
  });
  return revocation === undefined ? files : [...files, { name: REVOCATION_NAME, content: revocation }];
}

/** Throws a `ProofError` if a checkpoint comes without its stamp, its certificates or its proof. */
export function readLasting(contents: ReadonlyMap<string, Uint8Array>): Lasting {
  return {
    renewals: RENEWAL_NAMES.flatMap((names) => readRenewal(contents, names)),
    revocation: contents.get(REVOCATION_NAME),
  };
}

function readRenewal(
  contents: ReadonlyMap<string, Uint8Array>,
  names: (typeof RENEWAL_NAMES)[number],
): Renewal[] {
  const given = Object.values(names).filter((name) => contents.has(name));
  if (given.length === 0) return [];
  const [checkpoint, tsr, chain, proof] = [names.checkpoint, names.tsr, names.chain, names.proof].map(
    (name) => contents.get(name),
  );
  const pem = chain && parseUtf8(chain);
  if (checkpoint === undefined || tsr === undefined || pem === undefined || proof === undefined) {
    const missing = Object.values(names).filter((name) => !contents.has(name));
    throw new ProofError('bundle_malformed', `${given[0]} comes without ${missing.join(', ')}`);
  }
  return [{ checkpoint, tsr, chain: decodePem('CERTIFICATE', pem), proof }];
}

// ── For the README ───────────────────────────────────────────────────────────

/**
 * Commands that check the first stamped checkpoint, and what the kept lists say of the signer. A token whose
 * certificate is marked for time stamping passes `openssl ts -verify`. Certificates of accredited Mexican providers are
 * not marked so, and their tokens are verified as CMS signed data at their own time.
 */
function lastingCommands({ renewals, revocation }: Lasting, tsr: Uint8Array): string[] {
  const [renewal] = renewals;
  const names = RENEWAL_NAMES[0];
  return [
    ...(renewal === undefined ? [] : checkpointCommands(renewal, names)),
    ...(revocation === undefined ? [] : listCommands(revocation, tsr)),
  ];
}

function checkpointCommands({ tsr, chain }: Renewal, names: (typeof RENEWAL_NAMES)[number]): string[] {
  const { token } = decodeTimestampResponse(tsr);
  const signer = parseSigningCertificate(chain[0] ?? new Uint8Array(0));
  if (token === undefined) return [];
  const purposes = signer?.extendedKeyUsage;
  const isMarked = purposes?.critical === true && purposes.oids.join() === OID.timeStamping;
  // Verifies the stamp as of its own time: as of today, OpenSSL would refuse it once the certificate has expired.
  const atTime = Math.floor(token.info.genTime.getTime() / 1000);
  if (isMarked && token.attributeCertificateCount === 0) {
    const files = `-in ${names.tsr} -data ${names.checkpoint} -CAfile ${names.chain}`;
    return [`openssl ts -verify ${files} -attime ${atTime}`];
  }
  return [
    `tail -c +${tsr.length - token.der.length + 1} ${names.tsr} > checkpoint-token.der`,
    `openssl cms -verify -inform DER -in checkpoint-token.der -CAfile ${names.chain} -purpose any -attime ${atTime} -binary -out checkpoint-tstinfo.der`,
    `sha256sum ${names.checkpoint}   # ${encodeHex(token.info.imprint.digest)}`,
    `openssl asn1parse -inform DER -in checkpoint-tstinfo.der | grep -i ${encodeHex(token.info.imprint.digest)}`,
  ];
}

/**
 * Checks as of the date of the first list of the signer's issuer: OpenSSL refuses a list that is dated after the time
 * of the check.
 */
function listCommands(revocation: Uint8Array, tsr: Uint8Array): string[] {
  const signer = decodeTimestampResponse(tsr).token?.signerInfos[0]?.signer;
  if (signer?.by !== 'issuer-and-serial') return [];
  const times = decodeKeptAnswers(parseUtf8(revocation) ?? '').flatMap(({ kind, der }) => {
    const list = kind === 'crl' ? decodeCrl(der) : undefined;
    return list && equalBytes(list.issuer.der, signer.issuerDer) ? [list.thisUpdate.getTime()] : [];
  });
  if (times.length === 0) return [];
  const atTime = Math.floor(Math.min(...times) / 1000);
  return [
    `openssl verify -purpose any -crl_check -attime ${atTime} -CAfile chain.pem -CRLfile ${REVOCATION_NAME} chain.pem`,
  ];
}

/** Empty if the bundle has no such files. */
export function lastingWords(lasting: Lasting, tsr: Uint8Array, language: 'es' | 'en'): string[] {
  const { renewals, revocation } = lasting;
  const commands = lastingCommands(lasting, tsr).map((command) => `    ${command}`);
  return [
    ...(renewals.length > 0 ? [...WORDS.renewal[language], ''] : []),
    ...(revocation !== undefined ? [...WORDS.revocation[language], ''] : []),
    ...(commands.length > 0 ? [...commands, ''] : []),
  ];
}

const WORDS = {
  renewal: {
    es: [
      'Dentro de muchos años: checkpoint.txt es un punto de control firmado de la bitácora que contiene este sello',
      '(checkpoint.tlog-proof lo muestra), y checkpoint.tsr es un sello de tiempo sobre esos bytes exactos. Mientras ese',
      'sello sea de fiar, muestra que el de este certificado ya existía en esa fecha, pase lo que pase después con su firmante.',
    ],
    en: [
      'In many years: checkpoint.txt is a signed checkpoint of the log that holds this time stamp (checkpoint.tlog-proof',
      'shows it), and checkpoint.tsr is a time stamp over these exact bytes. As long as that stamp is believed, it shows',
      'that the one of this certificate existed on that day already, whatever becomes of its signer later.',
    ],
  },
  revocation: {
    es: [
      'revocation.pem trae las listas de revocación y respuestas OCSP sobre los certificados de los firmantes, como las',
      'dieron sus emisores: sirven cuando sus servidores ya no existan.',
    ],
    en: [
      "revocation.pem has the revocation lists and OCSP answers about the signers' certificates, as their issuers gave",
      'them: they serve when those servers are gone.',
    ],
  },
} as const;
