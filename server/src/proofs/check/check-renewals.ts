/**
 * Checks renewals of time stamps. The tiles of each tree must lead to one root, and the stamp must be over that root
 * and verify with the chain that is stored with it. The leaves are compared with the certificates whenever a record is
 * derived, and a changed leaf would change the root.
 */

import {
  acr2SeProfile,
  type CryptoEngine,
  equalBytes,
  parseSigningCertificate,
  type StrongHash,
  verifyTimestamp,
} from '@sello/proof';
import type { Check, Checking } from '../../database/check/check.ts';
import { problem } from '../../database/check/finding.ts';
import { parseId } from '../../kernel/ids.ts';
import { chainDigest } from '../../timestamps/signing-chain-digest.ts';
import { HASH_BYTES, TILE_HASHES, treeOfTile } from '../renewals/derive-record.ts';
import { countRenewalTiles, readRenewals, readRenewalTile, type StoredRenewal } from './pg-read-renewals.ts';

type Needs = { crypto: CryptoEngine };
type Given = Checking & Needs;

export const checkRenewals: Check<Needs> = {
  name: 'proofs: renewed time stamps',
  async *find(check) {
    const counts = await countRenewalTiles(check.snapshot);
    const renewals = await readRenewals(check.snapshot);
    for (const [i, renewal] of renewals.entries()) {
      const where = `renewal ${renewal.number}`;
      const because =
        renewal.number === i + 1
          ? await faultOf(check, renewal, counts.get(renewal.number) ?? 0)
          : `has this number instead of ${i + 1}`;
      if (because !== undefined) yield problem('renewal_invalid', where, `This renewal ${because}.`);
    }
    const known = new Set(renewals.map(({ number }) => number));
    for (const number of counts.keys())
      if (!known.has(number))
        yield problem('renewal_invalid', `renewal ${number}`, 'These hashes belong to no renewal.');
  },
};

async function faultOf(check: Given, renewal: StoredRenewal, tiles: number): Promise<string | undefined> {
  const { orderId, tsr } = renewal;
  if (parseId('cst', orderId) === undefined) return 'was ordered under an id that this service does not use';
  // The tree of an open renewal may not be complete yet.
  if (tsr === undefined) return undefined;
  const hash = (Object.keys(HASH_BYTES) as StrongHash[]).find((one) => one === renewal.hash);
  if (hash === undefined) return 'is by an unknown algorithm';
  const tree = await rootOf(check, renewal, hash);
  if ('because' in tree) return tree.because;
  if (tree.tiles !== tiles) return `has ${tiles} rows of hashes, but its tree has ${tree.tiles}`;
  return stampFault(check, renewal, tsr, { algorithm: hash, value: tree.root });
}

/** Goes up from the leaves: the root of each tile must be a hash in the tile above it. */
async function rootOf(
  { snapshot, crypto, takeBreak }: Given,
  { number, size }: StoredRenewal,
  hash: StrongHash,
): Promise<{ root: Uint8Array; tiles: number } | { because: string }> {
  let tiles = 0;
  let expected: Uint8Array | undefined;
  for (let level = 0, hashes = size; ; level++) {
    const count = Math.ceil(hashes / TILE_HASHES);
    const roots: Uint8Array[] = [];
    const stored: Uint8Array[] = [];
    for (let position = 0; position < count; position++) {
      const tile = await readRenewalTile(snapshot, number, level, position);
      const length = Math.min(TILE_HASHES, hashes - position * TILE_HASHES) * HASH_BYTES[hash];
      if (tile?.length !== length) return { because: `lacks hashes at ${level}/${position}` };
      roots.push((await treeOfTile(crypto, hash, tile)).root);
      stored.push(tile);
      await takeBreak();
    }
    tiles += count;
    if (expected !== undefined && !equalBytes(expected, Buffer.concat(stored)))
      return { because: `has other hashes at level ${level} than the hashes below it produce` };
    const [root] = roots;
    if (count === 1 && root !== undefined) return { root, tiles };
    expected = Buffer.concat(roots);
    hashes = count;
  }
}

async function stampFault(
  { crypto }: Needs,
  { chain, chainSha256 }: StoredRenewal,
  tsr: Uint8Array,
  digest: { algorithm: StrongHash; value: Uint8Array },
): Promise<string | undefined> {
  const root = chain.at(-1);
  const roots = root === undefined || parseSigningCertificate(root) === undefined ? [] : [root];
  const { toleratedQuirks } = acr2SeProfile();
  const profile = { name: 'as kept', roots, policies: 'any', toleratedQuirks, accredited: false } as const;
  const verdict = await verifyTimestamp(crypto, tsr, { digest }, [profile], { certificates: chain });
  if (verdict.verdict !== 'trusted') {
    const failed = verdict.checks.filter(({ outcome }) => outcome === 'fail');
    return `has a stamp that does not verify: ${failed.map(({ name, because }) => `${name} (${because})`).join('; ')}`;
  }
  const isSameChain =
    verdict.chain.length === chain.length &&
    verdict.chain.every(({ der }, i) => equalBytes(der, chain[i] ?? new Uint8Array(0)));
  const isNamed = chainSha256 !== undefined && equalBytes(chainDigest(chain), chainSha256);
  return isSameChain && isNamed ? undefined : 'has signing certificates that are not its own';
}
