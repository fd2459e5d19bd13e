/**
 * Checks that a bundle is what it says it is. Its proofs are judged elsewhere. Here its README and manifest are
 * compared with the proofs, because people read the README and programs read the manifest.
 */

import { decodeProofXml } from '../anchors/proof-xml-read.ts';
import { type CheckOutcome, fail, failedBy, pass, skip } from '../check-outcome.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeUtf8, equalBytes, parseUtf8 } from '../encoding/bytes.ts';
import { decodeCheckpoint } from '../log/checkpoint.ts';
import { decodeNoteKey } from '../log/note-keys.ts';
import { verifyNote } from '../log/signed-note.ts';
import { ProofError } from '../proof-error.ts';
import { listed, type ReadBundle } from './bundle.ts';
import { BUNDLE_ENTRIES } from './bundle-entries.ts';
import { type BundleFacts, readFacts } from './bundle-facts.ts';
import {
  type BundleManifest,
  decodeManifest,
  OLDER_FORMAT,
  type OlderManifest,
  SHARED_FORMAT,
} from './bundle-manifest.ts';
import { bundleReadme } from './bundle-readme.ts';
import { hashFileOf, hashLine, type NamedDigest, namedDigest } from './named-digest.ts';

type BundleCheckName = 'structure' | 'manifest' | 'facts' | 'readme' | 'log_key' | 'claims';

type BundleCheck = CheckOutcome<BundleCheckName>;

export async function checkBundle(engine: CryptoEngine, bundle: ReadBundle): Promise<BundleCheck[]> {
  try {
    const manifest = decodeManifest(bundle.files.get('manifest.json') ?? new Uint8Array(0));
    if (manifest.bundle === OLDER_FORMAT) return checkOlder(bundle, manifest);
    const structure = pass('structure', 'the archive has the form in which bundles are issued');
    return [structure, ...(await checkCurrent(engine, bundle, manifest))];
  } catch (error) {
    return [failedBy('manifest', error)];
  }
}

async function checkCurrent(
  engine: CryptoEngine,
  bundle: ReadBundle,
  manifest: BundleManifest,
): Promise<BundleCheck[]> {
  const entries = await checkEntries(engine, bundle, manifest);
  if (entries.outcome === 'fail') return [entries];
  const facts = factsOf(bundle);
  // The proofs have checks of their own, which say why they cannot be read.
  if (facts === undefined) return [entries, fail('facts', 'the proofs cannot be read')];
  return [
    entries,
    checkFacts(bundle, manifest, facts),
    checkReadme(bundle, manifest, facts),
    ...(await checkLogKey(engine, bundle)),
    CLAIMS,
  ];
}

/** Only the manifest states the names, the title, the size and the address, and nobody signed the manifest. */
const CLAIMS = skip(
  'claims',
  "the file's name and size, the title, the certificate's id, the provider's name, the address and the page in it are the word of whoever made the bundle",
);

async function checkEntries(
  engine: CryptoEngine,
  { files }: ReadBundle,
  manifest: BundleManifest,
): Promise<BundleCheck> {
  const known = BUNDLE_ENTRIES.map(({ name }) => name as string);
  const strange = [...files.keys()].find((name) => !known.includes(name));
  if (strange !== undefined) return fail('manifest', `the archive holds ${strange}, which no bundle has`);
  const missing = BUNDLE_ENTRIES.find(({ name, isRequired }) => isRequired && !files.has(name));
  if (missing !== undefined) return fail('manifest', `${missing.name} is missing`);
  const inOrder = known.filter((name) => files.has(name));
  if ([...files.keys()].some((name, i) => name !== inOrder[i]))
    return fail('manifest', 'the files of the archive are in another order');
  const hashFile = hashFileOf(namedDigest(manifest.file).algorithm);
  const hashFiles = [...files.keys()].filter((name) => name.startsWith('file.'));
  if (!hashFiles.includes(hashFile)) return fail('manifest', `${hashFile} is missing`);
  if (hashFiles.length > 1) return fail('manifest', 'the archive states the fingerprint of the file twice');
  if (files.has('evidence-record.ers') !== (manifest.bundle === SHARED_FORMAT))
    return fail('manifest', 'the archive has an evidence record, and its format none, or the reverse');
  const found = await listed(engine, files);
  const names = new Set([...Object.keys(found), ...Object.keys(manifest.entries)]);
  for (const name of names) {
    const [here, said] = [found[name], manifest.entries[name]];
    if (said === undefined) return fail('manifest', `the manifest does not list ${name}`);
    if (here === undefined) return fail('manifest', `the manifest lists ${name}, which is not there`);
    if (here.size !== said.size || here.sha256 !== said.sha256)
      return fail('manifest', `${name} is not the file that the manifest lists`);
  }
  return pass('manifest', 'the manifest lists every file, with its hash');
}

function factsOf({ tsr, chain, xml, record }: ReadBundle): BundleFacts | undefined {
  try {
    return readFacts(tsr, chain, xml, record);
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

function checkFacts({ files }: ReadBundle, manifest: BundleManifest, facts: BundleFacts): BundleCheck {
  const differing = contradiction(manifest, facts);
  if (differing !== undefined) return fail('facts', differing);
  if (manifest.accredited !== facts.isUnderEconomia)
    return fail('facts', 'the manifest says otherwise than the chain whether the provider is accredited');
  if (!facts.isSignerFirst) return fail('facts', "chain.pem does not begin with the signer's certificate");
  const hashFile = hashFileOf(namedDigest(manifest.file).algorithm);
  const line = files.get(hashFile) ?? new Uint8Array(0);
  if (!equalBytes(line, encodeUtf8(hashLine(manifest.file))))
    return fail('facts', `${hashFile} states another hash than the manifest`);
  return pass('facts', 'the manifest says what the proofs say');
}

/** Compares with the proofs the statements that manifests of every format contain. */
function contradiction(
  {
    file,
    gen_time,
    certificate_id,
  }: Pick<BundleManifest, 'gen_time' | 'certificate_id'> & { file: NamedDigest },
  { stampedSha256, stampedWith, stamped, genTime, proof, way }: BundleFacts,
): string | undefined {
  const { algorithm, value } = namedDigest(file);
  // A bundle that names a SHA-256 may hold a time stamp of another digest. That digest is then compared only with the
  // file.
  const isSame =
    algorithm === 'SHA-256'
      ? stampedSha256 === undefined || stampedSha256 === value
      : stampedWith === algorithm && stamped === value;
  if (way === undefined && !isSame) return 'the manifest states another hash of the file than the time stamp';
  if (gen_time !== genTime) return 'the manifest states another time than the time stamp';
  if (proof === undefined) return undefined;
  if (algorithm !== proof.algorithm || value !== proof.digest)
    return 'the manifest states another hash of the file than the blockchain proof';
  if (certificate_id !== proof.certificateId)
    return 'the manifest is about another certificate than the blockchain proof';
  if (proof.isShared !== (way !== undefined))
    return 'the blockchain proof and the bundle differ in whether the time stamp is over a tree of hashes';
  return undefined;
}

function checkReadme(bundle: ReadBundle, manifest: BundleManifest, facts: BundleFacts): BundleCheck {
  const expected = encodeUtf8(bundleReadme(manifest, facts, bundle));
  return equalBytes(bundle.files.get('README.txt') ?? new Uint8Array(0), expected)
    ? pass('readme', 'README.txt is, byte for byte, what follows from the proofs and the manifest')
    : fail('readme', 'README.txt was changed: run none of its commands');
}

/** The included key proves nothing by itself, but it must be the one that signed. */
async function checkLogKey(engine: CryptoEngine, { files, xml }: ReadBundle): Promise<BundleCheck[]> {
  const text = files.get('log-key.txt');
  if (text === undefined) return [];
  if (xml === undefined) return [fail('log_key', 'there is a log key without a blockchain proof')];
  try {
    const lines = (parseUtf8(text) ?? '').split('\n').slice(0, -1);
    const keys = await Promise.all(lines.map((line) => decodeNoteKey(engine, line)));
    const { note } = decodeCheckpoint(decodeProofXml(xml).checkpoint.note);
    const signers = await verifyNote(engine, note, keys);
    return [
      keys.length > 0 && signers !== 'forged' && signers.length === keys.length
        ? pass('log_key', 'the key in the bundle signed the checkpoint; compare it with one from elsewhere')
        : fail('log_key', 'the key in the bundle did not sign the checkpoint'),
    ];
  } catch (error) {
    return [failedBy('log_key', error)];
  }
}

/**
 * Checks a bundle of the previous format. It contains the same kinds of proofs as the present one, but its manifest
 * lists no files. So only what the proofs confirm is checked, and not its README or the other claims of its manifest.
 */
function checkOlder(bundle: ReadBundle, manifest: OlderManifest): BundleCheck[] {
  const strange = [...bundle.files.keys()].find((name) => !OLDER_ENTRIES.includes(name));
  if (strange !== undefined)
    return [fail('manifest', `the archive holds ${strange}, which no bundle of its form has`)];
  const facts = factsOf(bundle);
  const differing = facts === undefined ? 'the proofs cannot be read' : contradiction(manifest, facts);
  const line = parseUtf8(bundle.files.get('file.sha256') ?? new Uint8Array(0)) ?? '';
  const isSameHash = line.startsWith(`${manifest.file.sha256}  `) && line.indexOf('\n') === line.length - 1;
  const wrong = differing ?? (isSameHash ? undefined : 'file.sha256 states another hash than the manifest');
  return [
    skip('structure', 'a bundle of an older form, which lists no files: only the proofs in it are checked'),
    wrong === undefined ? pass('facts', 'the manifest says what the proofs say') : fail('facts', wrong),
    skip(
      'readme',
      'a bundle of an older form: its README cannot be compared, so run none of its commands; a new download has the present form',
    ),
    OLDER_CLAIMS,
  ];
}

const OLDER_ENTRIES: readonly string[] = [
  'README.txt',
  'manifest.json',
  'file.sha256',
  'timestamp.tsr',
  'chain.pem',
  'blockchain-proof.xml',
];

const OLDER_CLAIMS = skip('claims', `${CLAIMS.because}; so is whether the provider is accredited`);
