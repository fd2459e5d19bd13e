/** Foreign libraries judge the badges: @digitalbazaar/vc with its suite and status lists, and 1EdTech's JSON Schema. */

import { readFileSync } from 'node:fs';
import * as vc from '@digitalbazaar/vc';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list';
import { securityLoader } from '@digitalcredentials/security-document-loader';
import { BADGE_CONTEXTS, loadContext } from '@sello/proof/badges';
import Ajv2019 from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BadgeWorld, type Credential, openBadgeWorld } from '../harness/badges.ts';

let world: BadgeWorld;
beforeAll(async () => {
  world = await openBadgeWorld();
});
afterAll(() => world.sello.close());

const pinned = securityLoader({ fetchRemoteContexts: false }).build();

/** Everything that the library asks for, of this server or pinned; nothing else. */
async function documentLoader(url: string) {
  const { sello } = world;
  const [did = '', key] = url.split('#');
  if (did.startsWith('did:web:')) {
    const document = await world.fetch(didAddress(did));
    const methods: { id: string }[] = document.verificationMethod;
    const method = methods.find(({ id }) => id === url);
    const found = key === undefined ? document : { '@context': document['@context'], ...method };
    return { contextUrl: null, documentUrl: url, document: found };
  }
  if (url.startsWith(sello.config.baseUrl))
    return { contextUrl: null, documentUrl: url, document: await world.fetch(url) };
  return pinned(url);
}

function didAddress(did: string): string {
  const [host = '', ...path] = did.slice('did:web:'.length).split(':');
  return `https://${decodeURIComponent(host)}/${path.join('/')}/did.json`;
}

async function judge(credential: Credential): Promise<{ verified: boolean; isRevoked: boolean | undefined; error: unknown }> {
  const suite = new DataIntegrityProof({ cryptosuite });
  try {
    const result = await vc.verifyCredential({ credential, suite, documentLoader, checkStatus });
    const isRevoked = result.statusResult?.results?.[0]?.status;
    return { verified: result.verified, isRevoked, error: result.error };
  } catch (error) {
    return { verified: false, isRevoked: undefined, error };
  }
}

test('M14 a badge verifies with @digitalbazaar/vc, and is told not revoked', async () => {
  const { id } = await world.award();
  const verdict = await judge(await world.badge(id));
  expect(verdict).toMatchObject({ verified: true, isRevoked: false });
});
