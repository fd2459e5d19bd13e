/** Verifies one token repeatedly, as the server verifies every token it receives. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createChainCache, type TrustProfile, verifyTimestamp } from '../proof/src/index.ts';
import { nodeCryptoEngine } from '../server/src/kernel/crypto-node.ts';
import { EMBEDDED_POLICY } from '../server/src/timestamps/authority/authority.ts';
import { serveLoop } from './crypto-loop.ts';
import { STAMPED_DIGEST, TOKEN_FILES } from './token-files.ts';

const [folder = '', cache] = process.argv.slice(2);
const tsr = readFileSync(path.join(folder, TOKEN_FILES.tsr));
const trust: TrustProfile[] = [
  {
    name: 'embedded',
    roots: [readFileSync(path.join(folder, TOKEN_FILES.root))],
    policies: [EMBEDDED_POLICY],
    toleratedQuirks: [],
    accredited: false,
  },
];
const expected = {
  digest: { algorithm: 'SHA-256', value: STAMPED_DIGEST },
  policy: EMBEDDED_POLICY,
} as const;
const options = cache === 'warm' ? { chainCache: createChainCache() } : {};

serveLoop(async () => {
  const { verdict } = await verifyTimestamp(nodeCryptoEngine, tsr, expected, trust, options);
  if (verdict !== 'trusted') throw new Error(`The token is ${verdict}`);
});
