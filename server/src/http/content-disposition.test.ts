import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attachment, safeFileName } from './content-disposition.ts';

describe('safeFileName', () => {
  test.for([
    ['contract.pdf', 'contract.pdf'],
    ['año 2026.pdf', 'año 2026.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\x.exe', 'x.exe'],
    ['a/b\\c', 'c'],
    ['/', 'file'],
    ['', 'file'],
    ['.', 'file'],
    ['..', 'file'],
    ['a/..', 'file'],
    ['  spaced  ', 'spaced'],
    ['a\r\nSet-Cookie: x', 'aSet-Cookie: x'],
    ['nul\0l', 'null'],
    // A right-to-left override would show this as `photo_exe.jpg`.
    ['photo_\u202egpj.exe', 'photo_gpj.exe'],
    ['zero\u200bwidth', 'zerowidth'],
    ['line\u2028end', 'lineend'],
    ['half\ud800pair', 'halfpair'],
  ] as const)('%j becomes %j', ([name, safe]) => {
    expect(safeFileName(name)).toBe(safe);
  });

  test('long names are cut between characters, to a length that file systems accept', () => {
    expect(safeFileName('x'.repeat(4_096))).toBe('x'.repeat(200));
    expect(safeFileName('🔑'.repeat(100))).toBe('🔑'.repeat(50));
    expect(safeFileName(`x${'ñ'.repeat(150)}`)).toBe(`x${'ñ'.repeat(99)}`);
  });
});

describe('attachment', () => {
  test('an ASCII name is quoted', () => {
    expect(attachment('a b.pdf')).toBe('attachment; filename="a b.pdf"');
  });

  test('any other name comes twice: in ASCII for old clients, and as it is (RFC 8187)', () => {
    expect(attachment('ñ.pdf')).toBe(`attachment; filename="_.pdf"; filename*=UTF-8''%C3%B1.pdf`);
  });

  test('quotes, backslashes and percent signs cannot end the value', () => {
    expect(attachment('a"b%c.txt')).toBe(`attachment; filename="a_b_c.txt"; filename*=UTF-8''a%22b%25c.txt`);
    expect(attachment("it's (1)*.txt")).toBe(`attachment; filename="it's (1)*.txt"`);
    expect(attachment("ñ'()*")).toBe(`attachment; filename="_'()*"; filename*=UTF-8''%C3%B1%27%28%29%2A`);
  });

  test('whatever the name, the header is one line of visible ASCII that says attachment', () => {
    const names = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 300 }));
    fc.assert(
      fc.property(names, (name) =>
        /^attachment; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]+"(; filename\*=UTF-8''[!#$&+.^_`|~0-9A-Za-z%-]+)?$/.test(
          attachment(name),
        ),
      ),
    );
  });

  test('what a client decodes is the name without its folders', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (name) => {
        const encoded = /filename\*=UTF-8''(.+)$/.exec(attachment(name))?.[1];
        return encoded === undefined || decodeURIComponent(encoded) === safeFileName(name);
      }),
    );
  });
});
