/**
 * Reads ASiC containers (ETSI EN 319 162-1): a ZIP archive with files and, in `META-INF`, time stamps, evidence records
 * or signatures over them. A container that can be read in more than one way is refused.
 */

import { parseUtf8 } from '../encoding/bytes.ts';
import { type ForeignFile, listForeignZip, readForeignZip } from '../encoding/foreign-zip.ts';
import { ProofError } from '../proof-error.ts';
import { type AsicManifest, readManifest } from './asic-manifest.ts';

export const ASIC_S = 'application/vnd.etsi.asic-s+zip';
export const ASIC_E = 'application/vnd.etsi.asic-e+zip';

export type Manifest = { path: string; content: Uint8Array; references: readonly NamedReference[] };
/** A reference whose file is in the container. */
type NamedReference = AsicManifest['references'][number] & { name: string; content: Uint8Array };

/** A time stamp or evidence record, with the manifest of the files that it covers. */
export type Assertion = {
  path: string;
  kind: 'stamp' | 'record';
  content: Uint8Array;
  /** The manifest that names the assertion. Undefined for an assertion about the only file itself. */
  manifest: Manifest | undefined;
};

export type AsicContainer = {
  form: 'asic-s' | 'asic-e';
  /** How the file `mimetype` departs from the standard; undefined if it does not. */
  oddity: string | undefined;
  /** The files that the evidence is about. */
  objects: ReadonlyMap<string, Uint8Array>;
  manifests: readonly Manifest[];
  assertions: readonly Assertion[];
  /** Signatures, and evidence records in XML, which are not judged here. */
  unjudged: readonly string[];
};

/** As large as the largest sealed PDF, because the files of a container are held in memory. */
export const MAX_ASIC_BYTES = 64 << 20;
const LIMITS = { maxEntries: 256, maxContentBytes: MAX_ASIC_BYTES };

const META = 'META-INF/';
const IN_META = {
  manifest: /^META-INF\/[^/]*ASiC(?:Archive|EvidenceRecord)?Manifest[^/]*\.xml$/,
  recordManifest: /^META-INF\/[^/]*ASiCEvidenceRecordManifest[^/]*\.xml$/,
  stamp: /^META-INF\/[^/]*timestamp[^/]*\.tst$/i,
  record: /^META-INF\/[^/]*evidencerecord[^/]*\.ers$/i,
  unjudged: /^META-INF\/[^/]*(?:signature[^/]*\.(?:p7s|p7m|xml)|evidencerecord[^/]*\.xml)$/i,
} as const;

const ASIC_NAME = /\.(?:asics|asice|scs|sce|bdoc)$/i;
const ASIC_START = 'mimetypeapplication/vnd.etsi.asic-';
const ZIP_START = 'PK\u0003\u0004';
const START_AT = 30;

/**
 * Whether the file is meant to be a container, judged by its name, its beginning or the names in it: some programs pack
 * the file `mimetype` last, or leave it out.
 */
export function isAsic(name: string, bytes: Uint8Array): boolean {
  const textAt = (at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length));
  if (bytes.length > MAX_ASIC_BYTES || textAt(0, ZIP_START.length) !== ZIP_START) return false;
  if (ASIC_NAME.test(name) || textAt(START_AT, ASIC_START.length) === ASIC_START) return true;
  const inside = [IN_META.manifest, IN_META.stamp, IN_META.record];
  const paths = listForeignZip(bytes, LIMITS.maxEntries) ?? [];
  return paths.some((path) => inside.some((pattern) => pattern.test(path)));
}

/** Throws a `ProofError`. */
export function readAsic(bytes: Uint8Array): AsicContainer {
  if (bytes.length > MAX_ASIC_BYTES) throw malformed('it is too large');
  const files = readForeignZip(bytes, LIMITS);
  assertOneSpelling(files);
  const contents = new Map(files.map(({ name, content }) => [name, content]));
  const objects = new Map([...contents].filter(([name]) => !name.startsWith(META) && name !== 'mimetype'));
  if (objects.size === 0) throw malformed('it holds no file that evidence could be about');
  const form = formOf(contents.get('mimetype'), objects.size);
  const manifests = [...contents].flatMap(([path, content]) =>
    IN_META.manifest.test(path) ? [openManifest(path, content, contents)] : [],
  );
  return {
    form,
    oddity: oddityOf(files),
    objects,
    manifests: manifests.map(({ manifest }) => manifest),
    assertions: assertionsIn(contents, manifests, form),
    unjudged: [...contents.keys()].filter((path) => isUnjudged(path)),
  };
}

function isUnjudged(path: string): boolean {
  return IN_META.unjudged.test(path) && !IN_META.manifest.test(path);
}

/** Refuses `meta-inf` and the like, which some systems take for `META-INF`. */
function assertOneSpelling(files: readonly ForeignFile[]): void {
  for (const { name } of files) {
    const [folder = ''] = name.split('/', 1);
    for (const known of ['mimetype', 'META-INF'])
      if (folder !== known && folder.toLowerCase() === known.toLowerCase())
        throw malformed(`it has ${folder} instead of ${known}`);
    if (folder === 'mimetype' && name !== folder) throw malformed('mimetype is a folder');
    if (name === 'META-INF') throw malformed('META-INF is a file');
  }
}

/** Without `mimetype`, a container with one file counts as ASiC-S, because both forms mean the same for one file. */
function formOf(mimetype: Uint8Array | undefined, count: number): AsicContainer['form'] {
  if (mimetype === undefined) return count === 1 ? 'asic-s' : 'asic-e';
  const text = parseUtf8(mimetype);
  if (text === ASIC_E) return 'asic-e';
  if (text !== ASIC_S) throw malformed('its mimetype is that of no ASiC container');
  if (count !== 1) throw malformed(`its mimetype says that it holds one file, and it holds ${count}`);
  return 'asic-s';
}

function oddityOf([first, ...others]: readonly ForeignFile[]): string | undefined {
  if (first?.name === 'mimetype')
    return first.isCompressed ? 'the file mimetype is compressed, which the standard forbids' : undefined;
  return others.some(({ name }) => name === 'mimetype')
    ? 'the file mimetype is not the first, as the standard wants it'
    : 'there is no file mimetype';
}

type OpenedManifest = { manifest: Manifest; covering: string };

function openManifest(
  path: string,
  content: Uint8Array,
  contents: ReadonlyMap<string, Uint8Array>,
): OpenedManifest {
  const read = readManifest(content);
  const covering = nameOf(read.coveringUri, contents);
  assertKind(path, covering);
  const references = read.references.map((reference) => {
    const name = nameOf(reference.uri, contents);
    const named = contents.get(name);
    if (named === undefined) throw malformed(`${path} refers to ${reference.uri}, which is not there`);
    if (name === path || name === covering) throw malformed(`${path} refers to what covers it`);
    return { ...reference, name, content: named };
  });
  if (new Set(references.map(({ name }) => name)).size !== references.length)
    throw malformed(`${path} refers to a file twice`);
  return { manifest: { path, content, references }, covering };
}

/**
 * The names of the two files must fit each other. The stated media types do not count: programs state them carelessly.
 */
function assertKind(path: string, covering: string): void {
  const isRecord = /evidencerecord[^/]*\.(?:ers|xml)$/i.test(covering);
  const fits = IN_META.recordManifest.test(path)
    ? isRecord
    : IN_META.stamp.test(covering) || (isUnjudged(covering) && !isRecord);
  if (!fits) throw malformed(`${path} names ${covering}, which cannot cover files in this way`);
}

/**
 * The file that a URI refers to. Programs write names with and without percent signs for special characters; if both
 * readings name a file, it is not known which one is meant.
 */
function nameOf(uri: string, contents: ReadonlyMap<string, Uint8Array>): string {
  const decoded = decodedUri(uri);
  if (decoded !== uri && contents.has(decoded) && contents.has(uri))
    throw malformed(`${uri} may refer to two files`);
  return decoded;
}

/** Text that is not valid percent-encoded UTF-8 is returned as it is. */
function decodedUri(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch (error) {
    if (error instanceof URIError) return uri;
    throw error;
  }
}

/** Only an assertion about the single file of an ASiC-S needs no manifest, and it must have one of these names. */
const OVER_THE_FILE = ['META-INF/timestamp.tst', 'META-INF/evidencerecord.ers'];

function assertionsIn(
  contents: ReadonlyMap<string, Uint8Array>,
  manifests: readonly OpenedManifest[],
  form: AsicContainer['form'],
): Assertion[] {
  for (const { manifest, covering } of manifests)
    if (!contents.has(covering)) throw malformed(`${manifest.path} names ${covering}, which is not there`);
  return [...contents].flatMap(([path, content]) => {
    const kind = IN_META.stamp.test(path) ? 'stamp' : IN_META.record.test(path) ? 'record' : undefined;
    if (kind === undefined) return [];
    const naming = manifests.filter(({ covering }) => covering === path);
    if (naming.length > 1) throw malformed(`two manifests name ${path}`);
    const manifest = naming[0]?.manifest;
    if (manifest === undefined && (form !== 'asic-s' || !OVER_THE_FILE.includes(path)))
      throw malformed(`no manifest says what ${path} is over`);
    return [{ path, kind, content, manifest }];
  });
}

function malformed(why: string): ProofError {
  return new ProofError('asic_malformed', `this ASiC container is not read: ${why}`);
}
