/** Who signs badges: an account, which is named by a `did:web` that anyone can look up over https. */

import { encodeEd25519Multikey } from '@sello/proof/badges';
import type { AccountId } from '../../kernel/ids.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';

export type IssuerKey = { number: number; publicKey: Uint8Array };

const TEST_SUFFIX = '-test';

/**
 * The name of an account in addresses, for one mode. Test badges have an issuer of their own, which signs no live
 * badge.
 */
export function issuerName({ accountId, livemode }: Owner): string {
  return livemode ? accountId : `${accountId}${TEST_SUFFIX}`;
}

export function parseIssuerName(name: string): Owner | undefined {
  const livemode = !name.endsWith(TEST_SUFFIX);
  const accountId: AccountId | undefined = parseId(
    'acct',
    livemode ? name : name.slice(0, -TEST_SUFFIX.length),
  );
  return accountId && { accountId, livemode };
}

/** `did:web` (W3C CCG): the host, a port as `%3A`, and the path with colons. */
export function issuerDid(baseUrl: string, owner: Owner): string {
  const { host, pathname } = new URL(baseUrl);
  const folders = pathname.split('/').filter((part) => part !== '');
  return ['did', 'web', encodeURIComponent(host), ...folders, 'i', issuerName(owner)].join(':');
}

export function keyIdOf(did: string, { number }: Pick<IssuerKey, 'number'>): string {
  return `${did}#key-${number}`;
}

/**
 * The id of the same key as a JWK, the form that verifiers of JWTs look for (W3C VC-JOSE-COSE). It needs its own id,
 * because a verification method may hold its key in only one form.
 */
export function jwtKeyIdOf(did: string, { number }: Pick<IssuerKey, 'number'>): string {
  return `${did}#jwk-${number}`;
}

export function keyNumberIn(keyId: string): number | undefined {
  const [, number] = /#key-(\d{1,9})$/.exec(keyId) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The issuer's document. It lists every key that ever signed, and no key is ever removed. */
export function didDocument(baseUrl: string, owner: Owner, keys: readonly IssuerKey[]) {
  const did = issuerDid(baseUrl, owner);
  const multikeys = keys.map((key) => ({
    id: keyIdOf(did, key),
    type: 'Multikey',
    controller: did,
    publicKeyMultibase: encodeEd25519Multikey(key.publicKey),
  }));
  const jwks = keys.map((key) => ({
    id: jwtKeyIdOf(did, key),
    type: 'JsonWebKey',
    controller: did,
    publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key.publicKey).toString('base64url') },
  }));
  return {
    '@context': [
      'https://www.w3.org/ns/did/v1',
      'https://w3id.org/security/multikey/v1',
      'https://w3id.org/security/jwk/v1',
    ],
    id: did,
    verificationMethod: [...multikeys, ...jwks],
    assertionMethod: [...multikeys, ...jwks].map(({ id }) => id),
  };
}
