/** Judges the evidence that a caller sends, by the same rules and in the same words as the command `sello verify`. */

import { createHash } from 'node:crypto';
import {
  acr2SeProfile,
  decodePem,
  type Evidence,
  type ForeignKind,
  ProofError,
  parseSigningCertificate,
  recognise,
  type TrustProfile,
  verifyEvidence,
} from '@sello/proof';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';
import type { Text } from '../../kernel/errors.ts';
import { describeVerdict } from '../describe-verdict.ts';
import type { EvidenceMaterial, Judgement } from './material.ts';

export async function judgeEvidence(material: EvidenceMaterial): Promise<Judgement> {
  const sorted = sortParts(material.parts);
  if ('refused' in sorted) return sorted;
  const trusted = readRoots(material.roots);
  if ('refused' in trusted) return trusted;
  const { digests, logKeys, now } = material;
  const evidence: Evidence = {
    ...sorted.proofs,
    now,
    broken: [],
    certificates: trusted.certificates,
    ...(logKeys.length > 0 && { logKeys }),
    ...(Object.keys(digests).length > 0 && { digest: async (algorithm) => digests[algorithm] }),
  };
  const verdict = await verifyEvidence(nodeCryptoEngine, evidence, [acr2SeProfile(), ...trusted.profiles]);
  return { verdict, text: describeVerdict(verdict) };
}

type Proofs = Pick<Evidence, 'tsr' | 'xml' | 'bundle' | 'constancia' | 'record' | 'pdf' | 'asic'>;

function sortParts(parts: EvidenceMaterial['parts']): { proofs: Proofs } | { refused: Text } {
  const proofs: Proofs = {};
  for (const [index, { name, bytes }] of parts.entries()) {
    const place = `\`evidence\` ${index + 1}`;
    const known = /\.ers$/i.test(name) ? ({ kind: 'record', bytes } as const) : recognise(name, bytes);
    if (known === undefined) return refuse(place, NO_PROOF);
    if (known.kind === 'foreign') return refuse(place, ELSEWHERE[known.what]);
    if (known.kind === 'certificates') return refuse(place, CERTIFICATES);
    if (proofs[known.kind] !== undefined) return refuse(place, SECOND);
    proofs[known.kind] = known.bytes;
  }
  const { bundle, constancia, record, pdf, asic, tsr, xml } = proofs;
  const wholes = [bundle, constancia, pdf, asic, record ?? tsr ?? xml];
  if (wholes.filter((whole) => whole !== undefined).length > 1) return refuse('`evidence`', TWO_WHOLES);
  return { proofs };
}

/** The name of a root's profile appears in checks and verdict, so it names the root for which the caller vouches. */
function readRoots(
  texts: readonly string[],
): { profiles: TrustProfile[]; certificates: Uint8Array[] } | { refused: Text } {
  const profiles: TrustProfile[] = [];
  const certificates: Uint8Array[] = [];
  for (const text of texts) {
    const ders = certificatesIn(text);
    const roots = ders.filter(isSelfIssued);
    if (roots.length === 0) return refuse('`root`', NO_ROOT);
    certificates.push(...ders);
    for (const root of roots) {
      const sha256 = createHash('sha256').update(root).digest('hex');
      profiles.push({
        name: `the root with SHA-256 ${sha256}`,
        roots: [root],
        policies: 'any',
        toleratedQuirks: [],
        accredited: false,
        from: 'demanded',
      });
    }
  }
  return { profiles, certificates };
}

function certificatesIn(pem: string): Uint8Array[] {
  try {
    return decodePem('CERTIFICATE', pem);
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}

function isSelfIssued(der: Uint8Array): boolean {
  const certificate = parseSigningCertificate(der);
  return certificate !== undefined && Buffer.compare(certificate.issuer.der, certificate.subject.der) === 0;
}

function refuse(place: string, { en, es }: Text): { refused: Text } {
  return { refused: { en: `${place} ${en}`, es: `${place} ${es}` } };
}

const NO_PROOF: Text = {
  en: 'is no proof that this service knows; send a bundle (.zip), a constancia (.pdf), a time stamp (.tsr, .asn1), a blockchain proof (.xml), an evidence record (.ers), an ASiC container (.asics, .asice) or a PDF with time stamps inside, and the document as `file`.',
  es: 'no es una prueba que este servicio conozca; envíe un paquete (.zip), una constancia (.pdf), un sello de tiempo (.tsr, .asn1), una prueba de blockchain (.xml), un registro de evidencia (.ers), un contenedor ASiC (.asics, .asice) o un PDF con sellos de tiempo dentro, y el documento como `file`.',
};
const CERTIFICATES: Text = {
  en: 'holds certificates; if you trust them, send them as `root`.',
  es: 'contiene certificados; si confía en ellos, envíelos como `root`.',
};
const SECOND: Text = {
  en: 'is a second proof of its kind; verify one after the other.',
  es: 'es una segunda prueba del mismo tipo; verifíquelas una por una.',
};
const TWO_WHOLES: Text = {
  en: 'contains several proofs that are checked separately; send only a bundle, a constancia, a sealed PDF or an ASiC container, or send a time stamp with its blockchain proof and evidence record.',
  es: 'trae varias pruebas que se comprueban por separado; envíe un paquete, una constancia, un PDF sellado o un contenedor ASiC solo, o un sello de tiempo con su prueba de blockchain y su registro de evidencia.',
};
const NO_ROOT: Text = {
  en: 'has no root certificate; send one or more self-issued certificates as PEM.',
  es: 'no contiene ningún certificado raíz; envíe uno o más certificados autoemitidos en PEM.',
};

/** Evidence of other systems, or evidence that cannot be checked completely here. */
const ELSEWHERE: Readonly<Record<ForeignKind, Text>> = {
  ots: {
    en: 'is an OpenTimestamps stamp; check it with "ots verify" and the original file.',
    es: 'es un sello OpenTimestamps; compruébelo con «ots verify» y el archivo original.',
  },
  nom151_2002: {
    en: 'is a constancia of NOM-151-SCFI-2002, which has no RFC 3161 time stamp; its issuer can check it.',
    es: 'es una constancia de NOM-151-SCFI-2002, sin sello RFC 3161; la comprueba quien la emitió.',
  },
  tlog_proof: {
    en: 'is a C2SP tlog-proof, without a time stamp; send the blockchain proof (.xml).',
    es: 'es una prueba de registro C2SP, sin sello de tiempo; envíe la prueba de blockchain (.xml).',
  },
  checkpoint: {
    en: 'is a checkpoint of a log, which says nothing about a file.',
    es: 'es un punto de control de un registro público: no trata de ningún archivo.',
  },
  export: {
    en: 'is an export with several bundles; send one of them.',
    es: 'es una exportación con varios paquetes; envíe uno de ellos.',
  },
  court: {
    en: 'is a package for a court; unpack it and send its folder evidencia/ and the original.',
    es: 'es un paquete para juicio; descomprímalo y envíe su carpeta evidencia/ y el original.',
  },
};
