import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../tests/harness/cpu-ms.ts';
import { encodeUtf8 } from './bytes.ts';
import { readXml } from './xml-reader.ts';

const LIMITS = { maxBytes: 2000, maxDepth: 4, maxElements: 10 };
const read = (text: string) => readXml(encodeUtf8(text), LIMITS);

test('a tree of elements, attributes and texts is read', () => {
  const root = read(`<?xml version="1.0" encoding="UTF-8"?>
<a x="1" y='two "2"'>
  <b/>\t<b>text &amp; &lt;more&gt; &quot;é&apos;</b><c ></c >
</a>
`);
  expect(root.name).toBe('a');
  expect([...root.attributes]).toEqual([
    ['x', '1'],
    ['y', 'two "2"'],
  ]);
  expect(root.text).toBe('');
  expect(root.children.map(({ name, text }) => [name, text])).toEqual([
    ['b', ''],
    ['b', `text & <more> "é'`],
    ['c', ''],
  ]);
});

test.each([
  '<a/>',
  "<?xml version='1.0'?><a/>",
  '<?xml version="1.0" encoding="utf-8" standalone="yes" ?><a></a>',
])('%s is a document', (text) => {
  expect(read(text).name).toBe('a');
});

describe('everything that could be read in two ways, or expand, is refused', () => {
  test.each([
    ['nothing', ''],
    ['text alone', 'text'],
    ['an open element', '<a>'],
    ['a stray end', '</a>'],
    ['crossed elements', '<a><b></a></b>'],
    ['two roots', '<a/><b/>'],
    ['text behind the root', '<a/>text'],
    ['text before the root', 'text<a/>'],
    ['mixed content', '<a>text<b/></a>'],
    ['mixed content behind', '<a><b/>text</a>'],
    ['a DTD', '<!DOCTYPE a><a/>'],
    ['an entity declaration', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'],
    ['a comment', '<a><!-- x --></a>'],
    ['CDATA', '<a><![CDATA[x]]></a>'],
    ['the end of CDATA in text', '<a>]]></a>'],
    ['a processing instruction', '<?php x ?><a/>'],
    ['another declaration', '<?xml version="1.1"?><a/>'],
    ['another encoding', '<?xml version="1.0" encoding="UTF-16"?><a/>'],
    ['a second declaration', '<?xml version="1.0"?><?xml version="1.0"?><a/>'],
    ['a declaration after a space', ' <?xml version="1.0"?><a/>'],
    ['a byte order mark', '\ufeff<a/>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a property of every object', '<a>&toString;</a>'],
    ['a character reference', '<a>&#65;</a>'],
    ['a hexadecimal reference', '<a x="&#x41;"/>'],
    ['a bare ampersand', '<a>&</a>'],
    ['an entity without end', '<a>&amp</a>'],
    ['a control character', '<a>\u0001</a>'],
    ['a noncharacter', '<a>\uffff</a>'],
    ['a repeated attribute', '<a x="1" x="1"/>'],
    ['an attribute without quotes', '<a x=1/>'],
    ['an attribute without value', '<a x/>'],
    ['attributes without space', '<a x="1"y="2"/>'],
    ['a line break in an attribute', '<a x="1\n2"/>'],
    ['a tag in an attribute', '<a x="<b>"/>'],
    ['a prefix', '<p:a/>'],
    ['a prefixed attribute', '<a xml:lang="es"/>'],
    ['a space before the name', '< a/>'],
    ['a no-break space', '<a\u00a0x="1"/>'],
    ['a no-break space between elements', '<a>\u00a0<b/></a>'],
    ['too deep', '<a><a><a><a><a/></a></a></a></a>'],
    ['too many elements', `<a>${'<b/>'.repeat(10)}</a>`],
    ['too many attributes', `<a ${Array.from({ length: 9 }, (_, i) => `a${i}="1"`).join(' ')}/>`],
    ['too many bytes', `<a>${'x'.repeat(2000)}</a>`],
  ])('%s', (_, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'xml_malformed' }));
  });

  test('bytes that are not UTF-8', () => {
    expect(() => readXml(Uint8Array.of(0x3c, 0x61, 0x3e, 0xff), LIMITS)).toThrow('UTF-8');
  });
});

test('hostile input is refused as fast as it is read', () => {
  const limits = { maxBytes: 300_000, maxDepth: 8, maxElements: 1000 };
  const attacks = [
    `<a ${' '.repeat(250_000)}`,
    `<a${' x="1"'.repeat(40_000)}`,
    `<a x="${'y'.repeat(250_000)}`,
    '<'.repeat(250_000),
    `<a>${'&amp'.repeat(60_000)}</a>`,
    '<a>'.repeat(80_000),
  ];
  for (const attack of attacks) {
    const startedAt = cpuMs();
    expect(() => readXml(encodeUtf8(attack), limits)).toThrow();
    expect(cpuMs() - startedAt).toBeLessThan(5000);
  }
});
