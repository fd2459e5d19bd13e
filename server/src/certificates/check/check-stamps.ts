/**
 * Checks every time stamp. Each is verified again as a third party would, against the chain stored with it, and is
 * compared with what its certificate states. Then the leaf is computed from file, token and salt.
 */

import { X509Certificate } from 'node:crypto';
import type { CryptoEngine } from '@sello/proof';
import {
  acr2SeProfile,
  createChainCache,
  equalBytes,
  findLeafScheme,
  leafEntry,
  parseSigningCertificate,
  type Quirk,
  secondsTooEarly,
  type TimestampToken,
  type TimestampVerdict,
  type TrustProfile,
  verifyTimestamp,
} from '@sello/proof';
import type { Check } from '../../database/check/check.ts';
import { problem } from '../../database/check/finding.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import type { KnownAuthorities } from '../../timestamps/authority/inspect.ts';
import { issuerName } from '../../timestamps/issuer-name.ts';
import { makeStoredEntries, type StoredEntries } from '../../transparency/check/stored-entries.ts';
import { readTileMarks } from '../../transparency/tiles/pg-tile-marks.ts';
import { HASH_BYTES, stampedDigest } from '../shared-stamps/way.ts';
import { readStamps, type StampRow } from './pg-read-stamps.ts';

type StampCheck = {
  crypto: CryptoEngine;
  kept: Pick<KeptObjects, 'read'>;
  authorities: KnownAuthorities;
  /** Trust profiles of the settings. */
  trust: readonly TrustProfile[];
};

type EntryRepair = 'tiles' | 'log' | 'queue';

export const checkStamps: Check<StampCheck, EntryRepair> = {
  name: 'certificates: time stamps',
  async *find(check) {
    const verify = makeVerify(check);
    const isSound = makeRootCheck(check);
    let dropped = 0;
    const stored = makeStoredEntries(check.kept, () => dropped);
    for await (const batch of readStamps(check.snapshot)) {
      // The marks are read after the page: an entry leaves the database only once it is marked as stored elsewhere, so
      // an entry that the page lacks has its mark.
      ({ dropped } = await readTileMarks(check.snapshot));
      await check.snapshot.letGo();
      for (const stamp of batch) {
        const where = `${stamp.accountId} ${stamp.certificateId}`;
        for (const [code, message, repair] of await faultsOf({ ...check, stored }, verify, isSound, stamp))
          yield problem(code, where, message, repair);
        await check.advance(1);
      }
    }
  },
};

type Fault = readonly [code: string, message: string, repair?: EntryRepair];
type Verify = (stamp: StampRow) => Promise<TimestampVerdict>;
type IsSound = (rootDer: Uint8Array) => boolean;

type StampAndLogCheck = StampCheck & { stored: StoredEntries };

async function faultsOf(
  check: StampAndLogCheck,
  verify: Verify,
  isSound: IsSound,
  stamp: StampRow,
): Promise<Fault[]> {
  const verdict = await verify(stamp);
  const { token } = verdict;
  if (verdict.verdict !== 'trusted' || token === undefined) {
    const failed = verdict.checks.filter(({ outcome }) => outcome === 'fail');
    const reasons = failed.map(({ name, because }) => `${name} (${because})`).join('; ');
    return [['stamp_invalid', `Its time stamp does not verify: ${reasons}.`]];
  }
  const faults: Fault[] = [];
  const isSameChain =
    verdict.chain.length === stamp.token.chain.length &&
    verdict.chain.every(({ der }, i) => equalBytes(der, stamp.token.chain[i] ?? new Uint8Array(0)));
  const root = stamp.token.chain.at(-1);
  if (!isSameChain || root === undefined || !isSound(root)) {
    faults.push(['chain_changed', 'The signing certificates stored with it are not its own.']);
  }
  for (const fact of await wrongFacts(check, stamp, token, verdict)) {
    faults.push(['facts_differ', `The certificate and its time stamp differ in: ${fact}.`]);
  }
  faults.push(...(await leafFaults(check, stamp, token)));
  faults.push(...wrongOrder(stamp, token));
  return faults;
}

/**
 * Finds a block that is older than the stamp. Every verifier refuses a proof with such a block, so the proof is never
 * issued.
 */
function wrongOrder({ blockTime }: StampRow, { info }: TimestampToken): Fault[] {
  if (blockTime === undefined) return [];
  const early = secondsTooEarly('ethereum', Math.floor(blockTime.getTime() / 1000), info.genTime);
  if (early === undefined) return [];
  const message = `Its block is dated ${blockTime.toISOString()}, ${early} seconds before its time stamp: one of the two clocks is wrong, and it has no blockchain proof.`;
  return [['block_before_stamp', message]];
}

/**
 * Checks the leaf, which has one of three forms, and what the log publishes: nothing for the first form, and an entry
 * for the others.
 */
async function leafFaults(
  { crypto, stored }: StampAndLogCheck,
  { file, token: { salt, leafHash }, stands, place = 0, entry: inRow }: StampRow,
  { der }: TimestampToken,
): Promise<Fault[]> {
  const parts = { salt, ...file, tokenSha256: await crypto.digest('SHA-256', der) };
  const scheme = await findLeafScheme(crypto, parts, leafHash);
  if (scheme === undefined)
    return [['leaf_differs', 'Its leaf in the log does not follow from its salt, file and time stamp.']];
  if (stands === undefined) return [];
  const isMoved = stands === 'placed' && stored.isMoved(place);
  const entry = inRow ?? (isMoved ? await stored.entryAt(place) : undefined);
  const nothing = new Uint8Array(0);
  const published = scheme !== 'SELLO-LEAF-v1' ? await leafEntry(crypto, parts) : nothing;
  if (equalBytes(published, entry ?? nothing)) return [];
  const message =
    entry === undefined
      ? 'Its entry is missing from what the log publishes.'
      : 'What the log publishes as its entry is not its own.';
  const rebuilt = isMoved ? 'tiles' : 'log';
  return [['entry_differs', message, stands === 'placed' ? rebuilt : 'queue']];
}

/**
 * Defects of a token that are tolerated here. They were judged when it was issued; here it only has to be the same
 * token.
 */
const QUIRKS: readonly Quirk[] = acr2SeProfile().toleratedQuirks;

/** Verifies each token with the root that is stored with it. Roots are few, so the profile of each is made once. */
function makeVerify({ crypto }: StampCheck): Verify {
  const chainCache = createChainCache();
  const profiles = new Map<string, TrustProfile>();
  const profileOf = (root: Uint8Array): TrustProfile => {
    const name = Buffer.from(root).toString('base64');
    const known = profiles.get(name);
    if (known !== undefined) return known;
    const profile = {
      name,
      roots: [root],
      policies: 'any',
      toleratedQuirks: QUIRKS,
      accredited: false,
    } as const;
    profiles.set(name, profile);
    return profile;
  };
  return async ({ file, token }) => {
    const root = token.chain.at(-1);
    const readable = root !== undefined && parseSigningCertificate(root) !== undefined;
    const expected = { digest: await stampedDigest(crypto, { file, way: token.way }) };
    const options = { certificates: token.chain, chainCache };
    return verifyTimestamp(crypto, token.tsr, expected, readable ? [profileOf(root)] : [], options);
  };
}

/**
 * Makes the check of roots. A root must be self-signed, or named by the settings: an attacker who changed a byte of
 * it could not sign it again.
 */
function makeRootCheck(check: StampCheck): (rootDer: Uint8Array) => boolean {
  const judged = new Map<string, boolean>();
  return (root) => {
    const key = Buffer.from(root).toString('base64');
    const isSound = judged.get(key) ?? (knownProfiles(check, root).length > 0 || isSelfSigned(root));
    judged.set(key, isSound);
    return isSound;
  };
}

/**
 * Whether a root signed itself. The verification of tokens does not check this, because it trusts its roots as they
 * are.
 */
function isSelfSigned(root: Uint8Array): boolean {
  try {
    const certificate = new X509Certificate(root);
    return certificate.verify(certificate.publicKey);
  } catch {
    // Our parser may accept changed bytes that OpenSSL rejects.
    return false;
  }
}

/** The profiles under which this root is known from the settings or from the law. */
function knownProfiles(
  { trust, authorities }: StampCheck,
  root: Uint8Array,
): Pick<TrustProfile, 'accredited'>[] {
  const isOurs = authorities.embedded.roots.some((known) => equalBytes(known, root));
  const named = [acr2SeProfile(), ...trust].filter(({ roots }) =>
    roots.some((known) => equalBytes(known, root)),
  );
  return [...(isOurs ? [{ accredited: false }] : []), ...named];
}

async function wrongFacts(
  check: StampCheck,
  stamp: StampRow,
  { info, der: tokenDer }: TimestampToken,
  verdict: TimestampVerdict,
): Promise<string[]> {
  const { facts, token, livemode, adoptedToken } = stamp;
  const { embedded } = check.authorities;
  const profiles = knownProfiles(check, token.chain.at(-1) ?? new Uint8Array(0));
  const isEmbedded = info.policy === embedded.policy;
  const wrong = {
    'serial number': facts.serial !== info.serialHex,
    policy: facts.policyOid !== info.policy,
    time: facts.genTime !== info.genTimeText,
    accuracy: facts.accuracyMs !== info.accuracyMs,
    // If the authority is no longer configured, the verdict from the time of issuing stands.
    accreditation: profiles.length > 0 && !profiles.some(({ accredited }) => accredited === facts.accredited),
    provider:
      adoptedToken === undefined
        ? (isEmbedded && facts.psc !== embedded.name) || (!livemode && !isEmbedded)
        : isEmbedded || facts.psc !== issuerName(verdict),
    'number of files': !isOfSize(stamp),
    origin: !(await isOfOrigin(check, stamp, tokenDer, info)),
    'list of known defects': !hasSameQuirks(facts.warnings, verdict.warnings),
  };
  return Object.entries(wrong).flatMap(([fact, isWrong]) => (isWrong ? [fact] : []));
}

/**
 * Whether the stated number of files fits the length of the way: a tree of that size has no longer ways. The exact
 * number cannot be derived from one way.
 */
function isOfSize({ sharedBy, token: { way } }: StampRow): boolean {
  if (way === undefined || sharedBy === undefined) return way === undefined && sharedBy === undefined;
  const siblings = way.length / HASH_BYTES - 1;
  return sharedBy >= 1 && siblings >= (sharedBy === 1 ? 0 : 1) && siblings <= Math.ceil(Math.log2(sharedBy));
}

/**
 * A bought stamp is verified as soon as it is made, so an old stamp must have been adopted. A day is far more than a
 * slow clock can explain.
 */
const DAY_MS = 86_400_000;

/** Whether the certificate states the origin of its stamp correctly: adopted or bought. */
async function isOfOrigin(
  { crypto }: StampCheck,
  { adoptedToken, createdAt, sharedBy }: StampRow,
  tokenDer: Uint8Array,
  { genTime }: TimestampToken['info'],
): Promise<boolean> {
  // A shared stamp may be old without being adopted: batch items that are tried again later use the tree that was
  // stamped before.
  if (sharedBy !== undefined) return adoptedToken === undefined;
  if (adoptedToken === undefined) return createdAt.getTime() - genTime.getTime() < DAY_MS;
  return equalBytes(adoptedToken.subarray(0, 32), await crypto.digest('SHA-256', tokenDer));
}

/** Warnings that depend on the request and on the network at that time, and not on the token. */
const NOT_OF_THE_TOKEN = ['nonce_absent', 'policy_unknown_in_arc', 'revocation_unknown'];

function hasSameQuirks(
  stored: readonly { code: string }[] | undefined,
  derived: readonly { code: string }[],
): boolean {
  const codes = (list: readonly { code: string }[]) =>
    list
      .map(({ code }) => code)
      .filter((code) => !NOT_OF_THE_TOKEN.includes(code))
      .sort()
      .join();
  return stored !== undefined && codes(stored) === codes(derived);
}
