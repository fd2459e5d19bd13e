/**
 * The places where bytes from callers are collected and their JSON is parsed. Each is counted, or has a reason why it
 * need not be.
 */

import { expect, test } from 'vitest';
import { SHARED_THINGS } from '../../server/src/kernel/shares/shared-things.ts';
import { codeOf, SERVER, sourceFiles, textOf } from './source-files.ts';

/** Ways to keep the bytes of a stream. */
const GATHERS = [
  /for await \([^)]*\bof\b[^\n]*\b(?:request|raw|body|payload|incoming|socket|piecesOf)\b/,
  /\.on(?:ce)?\('(?:data|readable)'/,
  /addContentTypeParser|bodyLimit|parseAs/,
  /\.iterator\(|stream\/consumers|\braw\b[^\n]*\.(?:toArray|pipe|read)\(/,
  /new GatheredBytes/,
];

const COUNTED = {
  'http/bodies/held-body.ts': 'the reader: counts every byte',
  'certificates/batches/read-items.ts': 'counts what its items cost',
  'certificates/batches/item-splitter.ts': 'tells `readItems` what it holds of an item',
  'certificates/upload/upload.ts': 'counts what its parsers hold',
  'certificates/upload/json.ts': 'a parser of `readUpload`',
  'certificates/upload/multipart.ts': 'a parser of `readUpload`',
};

const SMALL = {
  'api/server.ts': 'the framework’s own parsers, for addresses that do not exist: up to what is free',
  'http/bodies/unread-bodies.ts': 'leaves bodies as streams',
  'http/bodies/content-digest.ts': 'hashes what passes',
  'memberships/public-page/routes-public.ts': 'a form of 4 KiB',
  'memberships/watches/mail/routes-public.ts': 'one word of 4 KiB at most, unread',
  'people/sso/routes-public.ts': 'a form of 16 KiB',
  'timestamps/authority/routes-public.ts': 'leaves bodies as streams',
  'timestamps/authority/http-server.ts': 'a time-stamp request of 16 KiB',
  'transparency/witness-server/http-server.ts': 'a process of its own, with a limit of its own',
  'anchoring/embedded-chain/http-server.ts': 'answers this machine alone',
};

const NOT_OF_CALLERS = {
  'http/outgoing.ts': 'answers of servers that we ask, with a limit',
  'database/embedded/programs.ts': 'what our own programs print',
  'certificates/waiting/wait-for-certificate.ts': 'only notices that the caller has left',
  'proofs/constancia/pdf-draw.ts': 'a PDF that we draw',
  'upkeep/backup/restore.ts': 'a backup',
};

test('P105 bytes from callers are collected only where they are counted', () => {
  const places = sourceFiles(SERVER)
    .filter((file) => !file.startsWith(`${SERVER}/cli/`))
    .filter((file) => GATHERS.some((sign) => sign.test(codeOf(file))))
    .map((file) => file.slice(SERVER.length + 1));
  expect(places).toEqual(Object.keys({ ...COUNTED, ...SMALL, ...NOT_OF_CALLERS }).sort());
});

test("P105 the limit of held bytes leaves more than half of the program's heap", () => {
  const [, megabytes] = /--max-old-space-size=(\d+)/.exec(textOf('server/bin/sello.mjs')) ?? [];
  expect(SHARED_THINGS.held_bytes.budget).toBeLessThan((Number(megabytes) * 1024 * 1024) / 2);
});

/** JSON from callers goes through `JsonLimits`, which counts before anything is parsed. */
const CALLERS_JSON = [
  'certificates/upload/json.ts',
  'http/bodies/json-limits.ts',
  // At most a few kilobytes: its schema says how long it may be.
  'people/passkeys/passkey-answer.ts',
];

/** Rows, files and answers that come from our own services. */
const OTHER_JSON = [
  'anchoring/embedded-chain/http-server.ts',
  'anchoring/evm/rpc.ts',
  'api/reference/field-words.ts',
  'api/reference/in-spanish.ts',
  'api/webhook-events.ts',
  'certificates/check/check-answers.ts',
  'database/embedded/programs.ts',
  'http/pages/web-assets.ts',
  'kernel/source-places.ts',
  'kernel/version-number.ts',
  'memberships/badges/achievement-page.ts',
  'memberships/badges/badge-jwt.ts',
  'memberships/badges/badge-page.ts',
  'memberships/badges/picture.ts',
  'memberships/own-page/requests/decide-request.ts',
  'memberships/learner-records/make-record.ts',
  'memberships/members/anonymise-and-merge/forget-posted-rows.ts',
  'memberships/posted-tables/pg-posted-rows.ts',
  'memberships/renewals/compose-constancia.ts',
  'memberships/renewals/renewal.ts',
  'people/login/known-devices.ts',
  'people/sso/cookies.ts',
  'proofs/export-account-evidence/about.ts',
  'proofs/export-account-evidence/index-lines.ts',
  'proofs/verify-evidence/open-verifier.ts',
  'timestamps/dialects/mifiel.ts',
  'timestamps/providers-file.ts',
  'transparency/monitor/log-client.ts',
  'transparency/monitor/monitor-state.ts',
  'transparency/rollback/kept-checkpoint.ts',
  'upkeep/backup/manifest.ts',
  'upkeep/journal/journal-segment.ts',
  'upkeep/recover/follow-journal.ts',
  'upkeep/recover/journal-certificate.ts',
];

test('P107 JSON from callers is counted before it is parsed', () => {
  const places = sourceFiles(SERVER)
    .filter((file) => !file.startsWith(`${SERVER}/cli/`) && /JSON\.parse\(/.test(codeOf(file)))
    .map((file) => file.slice(SERVER.length + 1));
  expect(places).toEqual([...CALLERS_JSON, ...OTHER_JSON].sort());
});

test('P107 the framework parses JSON from callers in one place, after the limits', () => {
  const parsers = sourceFiles(SERVER).filter((file) => codeOf(file).includes('getDefaultJsonParser'));
  expect(parsers).toEqual([`${SERVER}/operations/read-body.ts`]);
  const code = codeOf(`${SERVER}/operations/read-body.ts`);
  expect(code.indexOf('assertWithin')).toBeGreaterThan(0);
  expect(code.indexOf('assertWithin')).toBeLessThan(code.indexOf('return parseJson('));
  // Tables are counted by their own reader, which parses what it has counted.
  expect(code.match(/parseJson\(/g)).toHaveLength(3);
  expect(code).toContain('parseTableJson(bytes, new JsonLimits(MOST_IN_TABLES), (some) => parseJson(');
});
