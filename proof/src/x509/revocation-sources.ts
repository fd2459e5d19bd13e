/** Where a certificate says that its revocation can be looked up (RFC 5280 §4.2.1.13 and §4.2.2.1). */
import { parseUtf8 } from '../encoding/bytes.ts';
import {
  childrenOf,
  contentOf,
  contextTag,
  type DerElement,
  DerFields,
  encodingOf,
  readDer,
  readExplicit,
  readOid,
} from '../encoding/der.ts';
import { OID } from '../encoding/oids.ts';
import { indexExtensions, type SigningCertificate } from './x509.ts';

export type RevocationSources = {
  /** Addresses of complete revocation lists of the issuer itself, over HTTP or HTTPS. */
  crlUrls: readonly string[];
  /** Every name of those lists, encoded. The issuingDistributionPoint of a list must match one of them. */
  crlNames: readonly Uint8Array[];
  ocspUrls: readonly string[];
};

/** Throws a `ProofError` if the extensions cannot be read. */
export function readRevocationSources({ tbs }: SigningCertificate): RevocationSources {
  const field = readDer(tbs).children.find(({ tag }) => tag === contextTag(3, 'constructed'));
  const extensions = field === undefined ? undefined : indexExtensions(readExplicit(field));
  const points = extensions?.get(OID.crlDistributionPoints);
  const access = extensions?.get(OID.authorityInfoAccess);
  const names = points === undefined ? [] : childrenOf(readDer(points.value)).flatMap(namesOfPoint);
  const places = access === undefined ? [] : childrenOf(readDer(access.value)).flatMap(ocspPlace);
  return {
    crlUrls: names.flatMap(httpUrl),
    crlNames: names.map(encodingOf),
    ocspUrls: places.flatMap(httpUrl),
  };
}

/** The GeneralNames of a DistributionPointName; names relative to the issuer's are not supported. */
export function readPointName(field: DerElement): readonly DerElement[] {
  const name = readExplicit(field);
  return name.tag === contextTag(0, 'constructed') ? name.children : [];
}

/**
 * The names of a point, or none if its list is limited to some reasons or not signed by the issuer: such a list cannot
 * clear a certificate.
 */
function namesOfPoint(point: DerElement): readonly DerElement[] {
  const fields = new DerFields(point);
  const name = fields.takeOptional(contextTag(0, 'constructed'));
  const reasons = fields.takeOptional(contextTag(1, 'primitive'));
  const signer = fields.takeOptional(contextTag(2, 'constructed'));
  fields.end();
  return name === undefined || reasons !== undefined || signer !== undefined ? [] : readPointName(name);
}

function ocspPlace(description: DerElement): DerElement[] {
  const fields = new DerFields(description);
  const method = readOid(fields.takeAny());
  const place = fields.takeAny();
  fields.end();
  return method === OID.ocsp ? [place] : [];
}

const MAX_URL_BYTES = 2048;

/** LDAP directories and other kinds of names are ignored. */
function httpUrl(name: DerElement): string[] {
  if (name.tag !== contextTag(6, 'primitive')) return [];
  const text = parseUtf8(contentOf(name)) ?? '';
  return text.length <= MAX_URL_BYTES && /^https?:\/\/[!-~]+$/i.test(text) ? [text] : [];
}
