/** Which chains witness the log, and how often the log is anchored. */

import {
  choice,
  integer,
  optionalInteger,
  secret,
  secretOrFile,
  text,
  url,
} from '../kernel/settings/kinds.ts';
import type { SettingsReader } from '../kernel/settings/reader.ts';

export type ChainConfig = {
  rpcUrl: string;
  chainId: number;
  privateKey: Uint8Array;
  finality: { tag: 'finalized' } | { depth: number };
  maxFeePerGasWei: bigint;
  trust: 'permissioned' | 'public';
  /** True if others send from this account too. */
  isShared: boolean;
};

export type AnchoringSettings = {
  /** The configured chain. If undefined, the embedded chain is the only witness of the log. */
  chain: ChainConfig | undefined;
  anchorIntervalMs: number;
  embeddedAnchorIntervalMs: number;
};

export const ANCHORING_SETTINGS = {
  chainRpcUrl: secret(
    url(
      'SELLO_CHAIN_RPC_URL',
      'JSON-RPC address of the EVM chain that the log is anchored on; by default only the embedded chain, which is no independent witness',
    ),
  ),
  chainId: optionalInteger(
    'SELLO_CHAIN_ID',
    1,
    Number.MAX_SAFE_INTEGER,
    'Chain id of SELLO_CHAIN_RPC_URL, checked before anything is sent',
  ),
  chainKey: secretOrFile(
    'SELLO_CHAIN_KEY',
    'Private key (64 hexadecimal characters) of the account that pays for anchors',
    'File that holds that private key, instead of SELLO_CHAIN_KEY',
    'must hold 64 hexadecimal characters',
    parsePrivateKey,
  ),
  chainFinality: text(
    'SELLO_CHAIN_FINALITY',
    'finalized',
    'When a block counts as final: `finalized` (the chain says so), or a number of blocks that must follow it',
  ),
  chainMaxFeeGwei: integer(
    'SELLO_CHAIN_MAX_FEE_GWEI',
    '200',
    1,
    1_000_000,
    'Highest fee per gas, in gwei, that an anchor may offer',
  ),
  chainTrust: choice(
    'SELLO_CHAIN_TRUST',
    'public',
    ['public', 'permissioned'],
    'What proofs say about the chain: `public`, or `permissioned` if its operators could rewrite it',
  ),
  chainAccount: choice(
    'SELLO_CHAIN_ACCOUNT',
    'own',
    ['own', 'shared'],
    'Whether only this service sends from the paying account (`own`); with `shared`, transactions that the database does not know raise no alarm',
  ),
  anchorIntervalSeconds: integer(
    'SELLO_ANCHOR_INTERVAL_SECONDS',
    '600',
    1,
    86_400,
    'Shortest time between two anchors on SELLO_CHAIN_RPC_URL',
  ),
};

export function readAnchoringSettings(read: SettingsReader): AnchoringSettings {
  return {
    chain: readChain(read),
    anchorIntervalMs: read.needed(ANCHORING_SETTINGS.anchorIntervalSeconds) * 1000,
    embeddedAnchorIntervalMs: 2_000,
  };
}

function readChain({ take, needed, neededSecret, problems }: SettingsReader): ChainConfig | undefined {
  // All settings are read even without a chain, so that all problems are reported at once.
  const rpcUrl = take(ANCHORING_SETTINGS.chainRpcUrl);
  const chainId = take(ANCHORING_SETTINGS.chainId);
  const givenFinality = needed(ANCHORING_SETTINGS.chainFinality);
  const maxFeeGwei = needed(ANCHORING_SETTINGS.chainMaxFeeGwei);
  const trust = needed(ANCHORING_SETTINGS.chainTrust);
  const isShared = needed(ANCHORING_SETTINGS.chainAccount) === 'shared';
  if (rpcUrl === undefined) return undefined;
  if (chainId === undefined) problems.push('SELLO_CHAIN_ID is needed with SELLO_CHAIN_RPC_URL');
  const privateKey = neededSecret(
    ANCHORING_SETTINGS.chainKey,
    'SELLO_CHAIN_RPC_URL needs a key to sign with',
  );
  const finality = parseFinality(givenFinality);
  if (finality === undefined)
    problems.push(
      `SELLO_CHAIN_FINALITY must be \`finalized\` or a number of blocks; it is "${givenFinality}"`,
    );
  if (chainId === undefined || privateKey === undefined || finality === undefined) return undefined;
  return {
    rpcUrl,
    chainId,
    privateKey,
    finality,
    maxFeePerGasWei: BigInt(maxFeeGwei) * 1_000_000_000n,
    trust,
    isShared,
  };
}

function parsePrivateKey(given: string): Uint8Array | undefined {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(given)?.[1];
  return digits === undefined ? undefined : Buffer.from(digits, 'hex');
}

function parseFinality(given: string): ChainConfig['finality'] | undefined {
  if (given === 'finalized') return { tag: 'finalized' };
  return /^\d{1,6}$/.test(given) ? { depth: Number(given) } : undefined;
}
