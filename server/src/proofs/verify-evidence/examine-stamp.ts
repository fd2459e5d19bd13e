/**
 * Judges a constancia that is to be adopted. It must lead to a root that this service itself trusts. Roots sent by the
 * caller do not count, because the certificate is shown to others.
 */

import {
  decodeTimestampResponse,
  ProofError,
  parseSigningCertificate,
  recognise,
  type StrongHash,
  type TimestampToken,
  type TimestampVerdict,
  type TrustProfile,
  verifyTimestamp,
} from '@sello/proof';
import { nodeCryptoEngine } from '../../kernel/crypto-node.ts';
import type { Text } from '../../kernel/errors.ts';
import { EMBEDDED_POLICY } from '../../timestamps/authority/authority.ts';
import { issuerName } from '../../timestamps/issuer-name.ts';
import type { TimestampFacts } from '../../timestamps/ports.ts';
import { asResponse, MAX_CLOCK_DIFFERENCE_MS } from '../../timestamps/verify-stamp.ts';

export type StampMaterial = {
  /** The known digests of the document, by algorithm. */
  digests: Readonly<Partial<Record<StrongHash, Uint8Array>>>;
  evidence: { name: string; bytes: Uint8Array };
  trust: readonly TrustProfile[];
  now: Date;
};

/** Bytes are base64, because the answer is passed between threads as JSON. */
export type ExaminedStamp =
  | { refused: Text }
  | { failed: { check: string; because: string } }
  | {
      tsr: string;
      algorithm: StrongHash;
      tokenSha256: string;
      chain: readonly string[];
      facts: TimestampFacts;
    };

export async function examineStamp({ digests, evidence, trust, now }: StampMaterial): Promise<ExaminedStamp> {
  const known = recognise(evidence.name, evidence.bytes);
  if (known?.kind !== 'tsr') return { refused: NO_STAMP };
  const algorithm = readToken(known.bytes)?.info.imprint.algorithm ?? 'SHA-256';
  const value = digests[algorithm];
  if (value === undefined) return { refused: fileNeeded(algorithm) };
  const expected = { digest: { algorithm, value } };
  const verdict = await verifyTimestamp(nodeCryptoEngine, known.bytes, expected, trust);
  const { token, chain } = verdict;
  if (verdict.verdict !== 'trusted' || token === undefined) return { failed: firstFailed(verdict) };
  const wrong = whyNotAdopted(verdict, now);
  if (wrong !== undefined) return { failed: wrong };
  return {
    tsr: base64(asResponse(known.bytes, token.der)),
    algorithm,
    tokenSha256: base64(await nodeCryptoEngine.digest('SHA-256', token.der)),
    chain: chain.map(({ der }) => base64(der)),
    facts: {
      psc: issuerName(verdict),
      serial: token.info.serialHex,
      policyOid: token.info.policy,
      genTime: token.info.genTimeText,
      accuracyMs: token.info.accuracyMs,
      accredited: verdict.accredited,
      warnings: verdict.warnings,
    },
  };
}

type Failed = { check: string; because: string };

function firstFailed({ checks }: TimestampVerdict): Failed {
  const failed = checks.find(({ outcome }) => outcome === 'fail');
  return {
    check: `timestamp.${failed?.name ?? 'structure'}`,
    because: failed?.because ?? 'there is no token',
  };
}

/** Why a valid stamp of a trusted authority is refused all the same: it must be safe to rely on from now on. */
function whyNotAdopted({ token, chain }: TimestampVerdict, now: Date): Failed | undefined {
  if (token?.info.policy === EMBEDDED_POLICY)
    return {
      check: 'timestamp.policy',
      because: 'it is a stamp of a development authority of Sello, which has no legal value',
    };
  const ahead = (token?.info.genTime.getTime() ?? 0) - now.getTime();
  if (ahead > MAX_CLOCK_DIFFERENCE_MS)
    return { check: 'timestamp.gen_time', because: `its time, ${token?.info.genTimeText}, is in the future` };
  // Whoever gets a signing key after its certificate has expired can sign any date with it, and nobody revokes such a
  // certificate any more.
  const ended = chain.find(({ notAfter }) => notAfter < now);
  if (ended !== undefined)
    return {
      check: 'timestamp.signer_expired',
      because: `the certificate of ${ended.subject.text} expired on ${ended.notAfter.toISOString()}, and nothing shows that the stamp is older than that`,
    };
  return undefined;
}

export function chainOf(ders: readonly Uint8Array[]) {
  return ders.flatMap((der) => parseSigningCertificate(der) ?? []);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

const NO_STAMP: Text = {
  en: '`evidence` is no constancia that can be adopted; send the time stamp itself (.asn1, .tsr) or the XML of Mifiel that holds it.',
  es: '`evidence` no es una constancia que se pueda adoptar; envíe el sello de tiempo (.asn1, .tsr) o el XML de Mifiel que lo contiene.',
};
function fileNeeded(algorithm: StrongHash): Text {
  return {
    en: `\`evidence\` is a stamp over a ${algorithm}, which only the document itself can be compared with; send it as \`file\`.`,
    es: `\`evidence\` es un sello sobre un ${algorithm}, con el que solo se puede comparar el documento mismo; envíelo como \`file\`.`,
  };
}

/** Undefined if the token cannot be read; the verification then says why. */
function readToken(tsr: Uint8Array): TimestampToken | undefined {
  try {
    return decodeTimestampResponse(tsr).token;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
