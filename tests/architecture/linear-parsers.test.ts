/** Work on a caller's text is linear: no reader of texts goes over the same characters again and again. */

import { expect, test } from 'vitest';
import { decodeBlockHeader, decodeTransaction } from '../../proof/src/anchors/ethereum.ts';
import { decodeOtsFile, decodeOtsTree } from '../../proof/src/anchors/ots.ts';
import { decodeProofXml } from '../../proof/src/anchors/proof-xml-read.ts';
import { readBakedPng } from '../../proof/src/badges/baked-png.ts';
import { parseJwt } from '../../proof/src/badges/jwt.ts';
import { parseMultibase58 } from '../../proof/src/badges/multibase.ts';
import { isBadgeText, parseBadge } from '../../proof/src/badges/read-badge.ts';
import { readAsic } from '../../proof/src/containers/asic.ts';
import { readManifest } from '../../proof/src/containers/asic-manifest.ts';
import { readTokenFile } from '../../proof/src/containers/token-file.ts';
import { parseEcdsaSignature } from '../../proof/src/crypto/crypto-engine.ts';
import { parseBase64, parseBase64Url, parseHex, parseUtf8 } from '../../proof/src/encoding/bytes.ts';
import { decodeCbor } from '../../proof/src/encoding/cbor.ts';
import { readDer } from '../../proof/src/encoding/der.ts';
import { readForeignZip } from '../../proof/src/encoding/foreign-zip.ts';
import { repeatedKey } from '../../proof/src/encoding/json-keys.ts';
import { readPdfFiles } from '../../proof/src/encoding/pdf-files.ts';
import { readPdfValue } from '../../proof/src/encoding/pdf-objects.ts';
import { decodePem } from '../../proof/src/encoding/pem.ts';
import { readPngChunks } from '../../proof/src/encoding/png.ts';
import { decodeRlp } from '../../proof/src/encoding/rlp.ts';
import { readXml } from '../../proof/src/encoding/xml-reader.ts';
import { readZip } from '../../proof/src/encoding/zip.ts';
import { readBundle } from '../../proof/src/evidence/bundle.ts';
import { decodeManifest } from '../../proof/src/evidence/bundle-manifest.ts';
import { plainLine } from '../../proof/src/evidence/bundle-readme.ts';
import { openConstancia } from '../../proof/src/evidence/constancia.ts';
import { recognise } from '../../proof/src/evidence/recognise.ts';
import { decodeEvidenceRecord } from '../../proof/src/evidence-records/evidence-record.ts';
import { decodeAddCheckpoint } from '../../proof/src/log/add-checkpoint.ts';
import { decodeCheckpoint } from '../../proof/src/log/checkpoint.ts';
import { decodeEntryBundle } from '../../proof/src/log/entry-bundle.ts';
import { parseLeafExtra } from '../../proof/src/log/leaf-extra.ts';
import { decodeNote } from '../../proof/src/log/signed-note.ts';
import { parseEntriesPath, parseTilePath } from '../../proof/src/log/tiles.ts';
import { decodeTlogText } from '../../proof/src/log/tlog-text.ts';
import { readCrossReference } from '../../proof/src/pdf-stamps/cross-reference.ts';
import { inspectPdf } from '../../proof/src/pdf-stamps/inspect-pdf.ts';
import { Work } from '../../proof/src/pdf-stamps/pdf-streams.ts';
import { readPlacedValue } from '../../proof/src/pdf-stamps/pdf-syntax.ts';
import { decodeReceipt } from '../../proof/src/receipts/receipt.ts';
import { decodeTimestampResponse } from '../../proof/src/timestamps/timestamp.ts';
import { decodeTimestampRequest } from '../../proof/src/timestamps/timestamp-request.ts';
import { decodeKeptAnswers } from '../../proof/src/x509/kept-revocation.ts';
import { decodeOcspResponse } from '../../proof/src/x509/ocsp-response.ts';
import { parseSigningCertificate } from '../../proof/src/x509/x509.ts';
import { loggablePath } from '../../server/src/api/loggable-path.ts';
import { splitJson, splitLines } from '../../server/src/certificates/batches/item-splitter.ts';
import { parseParameters } from '../../server/src/certificates/upload/header-parameters.ts';
import { JsonParser } from '../../server/src/certificates/upload/json.ts';
import { MultipartParser } from '../../server/src/certificates/upload/multipart.ts';
import { readPartHeaders } from '../../server/src/certificates/upload/part-headers.ts';
import { UploadForm } from '../../server/src/certificates/upload/upload-form.ts';
import { openContentDigest } from '../../server/src/http/bodies/content-digest.ts';
import { JsonLimits } from '../../server/src/http/bodies/json-limits.ts';
import { parseTableJson } from '../../server/src/http/bodies/table-json.ts';
import { matchesTag } from '../../server/src/http/caching/etag.ts';
import { networkOf, networksOf } from '../../server/src/http/connection/network-of.ts';
import { plainHost } from '../../server/src/http/connection/request-host.ts';
import { csvLine } from '../../server/src/http/csv.ts';
import { preferredLanguage } from '../../server/src/http/language.ts';
import { nearestName } from '../../server/src/http/nearest-name.ts';
import { wordsOf } from '../../server/src/http/query/search-text.ts';
import { readImage } from '../../server/src/memberships/council/take-image.ts';
import { IMPORT_FIELDS } from '../../server/src/memberships/members/import/import-fields.ts';
import { MEMBER_COOKIES } from '../../server/src/memberships/own-page/entrance/member-cookies.ts';
import { readTable } from '../../server/src/memberships/posted-tables/read/read-table.ts';
import { parseIdempotencyKey } from '../../server/src/operations/idempotency/idempotency-key.ts';
import { assertTexts } from '../../server/src/operations/read-body.ts';
import { readSessionCookie } from '../../server/src/people/login/session-cookie.ts';
import { findSlow, pumped } from '../harness/growth.ts';
import { codeOf, sourceFiles } from './source-files.ts';

type Kind = { pieces: readonly string[]; marks: readonly string[] };

const JSON_TEXT: Kind = {
  pieces: ['x', '"', ':', ',', '[', '{', '\\', '"a":', '{},'],
  marks: ['"', '{"rows":[', '{"items":['],
};
const TABLE: Kind = { pieces: ['a', '"', ',', '\n', ' '], marks: ['"'] };
const CELL: Kind = { pieces: ['a', '"', ';', '=', '\u200b'], marks: [] };
const KEYS: Kind = { pieces: ['x', '"', '\\', ':', '{', ' '], marks: ['{"'] };
const HEADER: Kind = {
  pieces: ['a', ' ', ';', ',', '=', '"', '\\', ':', '.', '1', '%', 'q=', '\t'],
  marks: ['"', 'a="', 'sha-256=:', '; a="', '[', 'es;q='],
};
const LINES: Kind = {
  pieces: ['a', '\n', ' ', '+', '=', '\u2014 ', 'A', '\n\n'],
  marks: ['\n\n', 'old 1\n', 'c2sp.org/tlog-proof@v1\n'],
};
const MARKUP: Kind = {
  pieces: ['a', '<', '>', '<a>', '</a>', ' ', '&', '"', '=', ']]>', ' a="1"', '<a/>'],
  marks: ['<a>', '<a ', '<a b="', '<?xml version="1.0"'],
};
const PDF: Kind = {
  pieces: ['(', ')', '[', '<<', '<', '>', '/A', ' ', '\\', '0 ', '1 0 R', 'x'],
  marks: ['<<', '(', '<', '%PDF-1.4\n', 'xref\n0 9\n'],
};
const BYTES: Kind = {
  pieces: [
    '\u0000',
    '\u0001',
    '\u0030',
    '\u0030\u0080',
    '\u0030\u0000',
    '\u00ff',
    '\u00c0',
    'PK\u0003\u0004',
    '\u00f0',
    '\u0008',
  ],
  marks: [
    '\u0030\u0084',
    '\u00f9',
    '\u0089PNG\r\n\u001a\n',
    '\u00ff\u00d8\u00ff',
    'PK\u0003\u0004',
    '\u0000OpenTimestamps\u0000\u0000Proof\u0000',
  ],
};
const PEM: Kind = {
  pieces: ['-', '-----', '-----BEGIN A-----', '-----END A-----', 'A', '\n', ' '],
  marks: ['-----BEGIN A-----\n', '-----END A-----\n'],
};
const PARTS: Kind = {
  pieces: ['a', '\r', '\n', '\r\n', '-', '--', '\r\n--b', ':', '\r\n--b\r\n'],
  marks: ['--b\r\n', '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n', '\r\n\r\n'],
};
const PATH: Kind = { pieces: ['/', 'a', '%', '.', '?', 'x00', '/x000', '@'], marks: ['/', '/tile/0/'] };

const raw = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text);
const limits = () => new JsonLimits({ depth: 32, values: 500_000, names: 100 });

/** Gives the parser the text in pieces, as it would come from a socket. */
function pushed(parser: { push(chunk: Buffer): unknown; end(): unknown }, text: string): void {
  const bytes = raw(text);
  for (let at = 0; at < bytes.length; at += 1_000) parser.push(Buffer.from(bytes.subarray(at, at + 1_000)));
  parser.end();
}

const READERS: Record<string, [Kind, (text: string) => unknown]> = {
  // The readers of bodies.
  JsonLimits: [JSON_TEXT, (text) => limits().parse(utf8(text))],
  parseTableJson: [
    JSON_TEXT,
    (text) => parseTableJson(utf8(text), limits(), async (json) => JSON.parse(String(json))),
  ],
  splitJson: [
    JSON_TEXT,
    (text) =>
      pushed(
        splitJson((item) => limits().parse(item), limits()),
        text,
      ),
  ],
  splitLines: [
    JSON_TEXT,
    (text) =>
      pushed(
        splitLines((item) => limits().parse(item)),
        text,
      ),
  ],
  JsonParser: [JSON_TEXT, (text) => pushed(new JsonParser(), text)],
  MultipartParser: [PARTS, (text) => pushed(new MultipartParser('b', new UploadForm()), text)],
  assertTexts: [JSON_TEXT, (text) => assertTexts({ [text]: { [text]: text } }, '')],
  repeatedKey: [KEYS, repeatedKey],
  readTable: [TABLE, (text) => readTable(utf8(text), IMPORT_FIELDS)],
  csvLine: [CELL, (text) => csvLine([text])],
  // Headers, addresses and searches.
  readPartHeaders: [PARTS, (text) => readPartHeaders(raw(text))],
  parseParameters: [HEADER, parseParameters],
  openContentDigest: [HEADER, (text) => openContentDigest({ headers: { 'content-digest': text } })],
  matchesTag: [HEADER, (text) => matchesTag(text, '"a"')],
  preferredLanguage: [HEADER, preferredLanguage],
  parseIdempotencyKey: [HEADER, parseIdempotencyKey],
  readSessionCookie: [HEADER, (text) => readSessionCookie(text, 'https://a.test')],
  readMemberCookie: [HEADER, (text) => MEMBER_COOKIES.readSession(text, 'https://a.test')],
  plainHost: [HEADER, plainHost],
  networkOf: [HEADER, networkOf],
  networksOf: [HEADER, networksOf],
  loggablePath: [PATH, (text) => loggablePath(text, undefined)],
  wordsOf: [HEADER, (text) => wordsOf('q', text)],
  nearestName: [HEADER, (text) => nearestName(text, ['external_id', 'description'])],
  // Pictures.
  readImage: [BYTES, (text) => readImage(raw(text))],
  readPngChunks: [BYTES, (text) => readPngChunks(raw(text))],
  readBakedPng: [BYTES, (text) => readBakedPng(raw(text))],
  // Evidence.
  recognise: [BYTES, (text) => recognise('a.tsr', raw(text))],
  readZip: [BYTES, (text) => readZip(raw(text))],
  readBundle: [BYTES, (text) => readBundle(raw(text))],
  decodeManifest: [JSON_TEXT, (text) => decodeManifest(utf8(text))],
  openConstancia: [PDF, (text) => openConstancia(raw(text))],
  readPdfFiles: [PDF, (text) => readPdfFiles(raw(text))],
  readPdfValue: [PDF, (text) => readPdfValue(raw(text), 0)],
  readPlacedValue: [PDF, (text) => readPlacedValue(raw(text), 0)],
  readCrossReference: [PDF, (text) => readCrossReference(raw(`${text}\nstartxref\n9\n%%EOF`), new Work())],
  inspectPdf: [PDF, (text) => inspectPdf(raw(`${text}\nstartxref\n9\n%%EOF`))],
  readXml: [MARKUP, (text) => readXml(utf8(text), { maxBytes: 1 << 20, maxDepth: 20, maxElements: 10_000 })],
  decodeProofXml: [MARKUP, (text) => decodeProofXml(utf8(text))],
  decodePem: [PEM, (text) => decodePem('A', text)],
  decodeKeptAnswers: [PEM, decodeKeptAnswers],
  plainLine: [{ pieces: ['a', ' ', '\n', '\u0000', '\u202e', 'e\u0301'], marks: [] }, plainLine],
  parseBadge: [JSON_TEXT, parseBadge],
  isBadgeText: [JSON_TEXT, isBadgeText],
  parseJwt: [{ pieces: ['eyJ9', '.', '{}'], marks: ['.'] }, parseJwt],
  parseMultibase58: [{ pieces: ['1', 'z', 'A'], marks: ['z'] }, parseMultibase58],
  decodeNote: [LINES, decodeNote],
  decodeCheckpoint: [LINES, decodeCheckpoint],
  decodeAddCheckpoint: [LINES, decodeAddCheckpoint],
  decodeTlogText: [LINES, decodeTlogText],
  parseTilePath: [PATH, parseTilePath],
  parseEntriesPath: [PATH, parseEntriesPath],
  decodeEntryBundle: [BYTES, (text) => decodeEntryBundle(raw(text), 256)],
  parseLeafExtra: [BYTES, (text) => parseLeafExtra(raw(text))],
  decodeOtsFile: [BYTES, (text) => decodeOtsFile(raw(text))],
  decodeOtsTree: [BYTES, (text) => decodeOtsTree(raw(text))],
  decodeBlockHeader: [BYTES, (text) => decodeBlockHeader(raw(text))],
  decodeTransaction: [BYTES, (text) => decodeTransaction(raw(text))],
  decodeRlp: [BYTES, (text) => decodeRlp(raw(text))],
  decodeCbor: [BYTES, (text) => decodeCbor(raw(text))],
  decodeReceipt: [BYTES, (text) => decodeReceipt(raw(text))],
  readDer: [BYTES, (text) => readDer(raw(text))],
  decodeTimestampResponse: [BYTES, (text) => decodeTimestampResponse(raw(text))],
  decodeTimestampRequest: [BYTES, (text) => decodeTimestampRequest(raw(text))],
  readForeignZip: [BYTES, (text) => readForeignZip(raw(text), { maxEntries: 256, maxContentBytes: 1 << 20 })],
  readAsic: [BYTES, (text) => readAsic(raw(text))],
  readManifest: [MARKUP, (text) => readManifest(utf8(text))],
  readTokenFile: [BYTES, (text) => readTokenFile(raw(text))],
  decodeEvidenceRecord: [BYTES, (text) => decodeEvidenceRecord(raw(text))],
  decodeOcspResponse: [BYTES, (text) => decodeOcspResponse(raw(text))],
  parseSigningCertificate: [BYTES, (text) => parseSigningCertificate(raw(text))],
  parseEcdsaSignature: [BYTES, (text) => parseEcdsaSignature(raw(text), 32)],
  parseBase64: [HEADER, parseBase64],
  parseBase64Url: [HEADER, parseBase64Url],
  parseHex: [HEADER, parseHex],
  parseUtf8: [BYTES, (text) => parseUtf8(raw(text))],
};

/** Readers that are not measured: their text cannot be long, or does not come from callers. */
const BOUND = 'a text of a few hundred characters at most';
const OURS = 'written by us or by the operator';
const NOT_MEASURED: Record<string, string> = {
  decodeAbout: OURS,
  decodeBase62: BOUND,
  decodeCrl: 'DER: see readDer',
  decodeHexText: 'a regular expression',
  decodeKept: OURS,
  decodeSigningCertificate: 'DER: see parseSigningCertificate',
  decodeStoredBlock: OURS,
  decodeTable: 'see readTable',
  decodeUtf8: 'the name of a field, and the decoder of the platform',
  networkClaims: 'counts: see networksOf',
  networkKind: 'a name that is looked up',
  networkName: 'a name that is looked up',
  readCheckpointText: 'see decodeCheckpoint',
  readObjectHead: BOUND,
  readTime: BOUND,
  parseAchievementId: BOUND,
  parseBlobName: OURS,
  parseCalendarAddress: OURS,
  parseDay: BOUND,
  parseEd25519Multikey: 'see parseMultibase58',
  parseIssuerName: BOUND,
  parseMasterKey: OURS,
  parseMasterKeys: OURS,
  parseRange: 'a regular expression',
  parseSha256Hex: BOUND,
  parseStrongHash: 'a name that is looked up',
  parseTraceParent: 'a regular expression',
  parseXml: 'answers of providers',
  plainName: 'the name of a column, of at most a hundred characters',
  readBlockFile: OURS,
  readWorkbook: 'in a thread of its own, with limits of time and size; see its tests',
  readCount: 'a regular expression',
  readEmbeddedBlocks: OURS,
  parseLongDigestHex: BOUND,
  parseFileDigest: BOUND,
  readFacts: 'see decodeManifest',
  readHostCookie: 'see readSessionCookie',
  readIndexLine: OURS,
  readJpeg: 'see readImage',
  readOrMakeKey: OURS,
  readPng: 'see readImage',
  readPscFile: OURS,
  readRoots: OURS,
  readState: OURS,
  readText: OURS,
  readToken: 'see decodeTimestampResponse',
  readXmlTime: 'a regular expression',
  repeated: 'the name of a field',
  splitHashes: OURS,
};

/** Finds functions that read a text or bytes, by their name and first parameter. */
const READER =
  /^export (?:async )?function ((?:read|parse|split|decode|recognise|repeated|matches|preferred|plain|network|nearest|loggable|words)\w*)\(\s*\w+: (?:string|Uint8Array|Buffer)\b/gm;

test('P106 a reader that starts again at each colon would be noticed', async () => {
  const searches = (text: string) => {
    let sum = 0;
    for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1))
      for (let i = 0; i < at; i += 16) sum += text.charCodeAt(i);
    return sum;
  };
  expect(await findSlow(searches, pumped(['x', ':'], []))).toBeTypeOf('string');
  expect(await findSlow((text) => Buffer.from(text), pumped(['x', ':'], []))).toBeUndefined();
});

test('P106 every reader of texts is measured, or has a reason why it need not be', () => {
  const names = ['server/src', 'proof/src', 'rules/src']
    .flatMap(sourceFiles)
    .filter((file) => !/^server\/src\/(?:cli|upkeep|database)\/|settings/.test(file))
    .flatMap((file) => [...codeOf(file).matchAll(READER)].map(([, name = '']) => name));
  const known = [...Object.keys(READERS), ...Object.keys(NOT_MEASURED)];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(Object.keys(NOT_MEASURED).filter((name) => !names.includes(name))).toEqual([]);
});

test.for(Object.entries(READERS))(
  'P106 %s takes at most 12 times as long for a text that is 8 times as long',
  { timeout: 120_000 },
  async ([, [{ pieces, marks }, run]]) => {
    expect(await findSlow(run, pumped(pieces, marks))).toBeUndefined();
  },
);
