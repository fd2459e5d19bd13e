import { expect, test } from 'vitest';
import { type Environment, readSettings } from '../kernel/settings/reader.ts';
import { readAnchoringSettings } from './settings.ts';

const KEY = 'ab'.repeat(32);
const CHAIN = { SELLO_CHAIN_RPC_URL: 'https://rpc.example/', SELLO_CHAIN_ID: '1', SELLO_CHAIN_KEY: KEY };

function problemsOf(env: Environment): readonly string[] {
  const read = readSettings(env);
  readAnchoringSettings(read);
  return read.problems;
}

test('without an address the embedded chain is the only witness', () => {
  const { chain, anchorIntervalMs } = readAnchoringSettings(readSettings({}));
  expect(chain).toBeUndefined();
  expect(anchorIntervalMs).toBe(600_000);
  expect(problemsOf({ SELLO_CHAIN_KEY: 'x', SELLO_CHAIN_ID: '1' })).toEqual([]);
});

test('a chain has an address, an id and a key', () => {
  const read = (env: Environment) => readAnchoringSettings(readSettings({ ...CHAIN, ...env })).chain;
  expect(read({})).toEqual({
    rpcUrl: 'https://rpc.example/',
    chainId: 1,
    privateKey: Buffer.from(KEY, 'hex'),
    finality: { tag: 'finalized' },
    maxFeePerGasWei: 200_000_000_000n,
    trust: 'public',
    isShared: false,
  });
  expect(read({ SELLO_CHAIN_KEY: `0x${KEY}`, SELLO_CHAIN_FINALITY: '12' })).toMatchObject({
    privateKey: Buffer.from(KEY, 'hex'),
    finality: { depth: 12 },
  });
});

test('all problems are reported at once, without the key', () => {
  expect(problemsOf({ SELLO_CHAIN_RPC_URL: 'https://rpc.example/' })).toEqual([
    'SELLO_CHAIN_ID is needed with SELLO_CHAIN_RPC_URL',
    'SELLO_CHAIN_RPC_URL needs a key to sign with: set SELLO_CHAIN_KEY or SELLO_CHAIN_KEY_FILE, not both',
  ]);
  const wrong = { SELLO_CHAIN_KEY: 'hush', SELLO_CHAIN_FINALITY: 'soon', SELLO_CHAIN_MAX_FEE_GWEI: '0' };
  expect(problemsOf({ ...CHAIN, ...wrong })).toEqual([
    'SELLO_CHAIN_MAX_FEE_GWEI must be a whole number from 1 to 1000000; it is "0"',
    'SELLO_CHAIN_KEY must hold 64 hexadecimal characters',
    'SELLO_CHAIN_FINALITY must be `finalized` or a number of blocks; it is "soon"',
  ]);
});

test('an invalid fee alone is reported', () => {
  expect(problemsOf({ ...CHAIN, SELLO_CHAIN_MAX_FEE_GWEI: 'much' })).toEqual([
    'SELLO_CHAIN_MAX_FEE_GWEI must be a whole number from 1 to 1000000; it is "much"',
  ]);
});
