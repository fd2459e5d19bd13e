import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../../tests/harness/cpu-ms.ts';
import { PscFailure } from '../psc-failure.ts';
import { childNamed, childText, element, parseXml, tokenInBase64 } from './soap.ts';

describe('parseXml', () => {
  test('reads elements by their local names, text, entities and character references', () => {
    const root = parseXml(
      '\u{feff}<?xml version="1.0" encoding="utf-8"?>\n<!-- made by hand -->' +
        '<s:Envelope xmlns:s="a>b" x=\'1\'><s:Body ><r>a &lt;b&gt; &amp;&quot;&apos; &#xD;&#10;ñ&#x1F512;</r><r/></s:Body></s:Envelope>\n',
    );
    expect(root.name).toBe('Envelope');
    expect(childNamed(root, 'Body')?.children).toHaveLength(2);
    expect(childText(childNamed(root, 'Body'), 'r')).toBe('a <b> &"\' \r\nñ🔒');
  });

  test.for([
    ['nothing', ''],
    ['text', 'OK'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['an entity of its own', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a lone ampersand', '<a>x & y</a>'],
    ['a character that is none', '<a>&#x110000;</a>'],
    ['the character zero', '<a>&#0;</a>'],
    ['CDATA', '<a><![CDATA[x]]></a>'],
    ['a processing instruction', '<a><?php echo 1 ?></a>'],
    ['an element that is not closed', '<a><b></a>'],
    ['an end without a start', '<a/></a>'],
    ['another prefix at the end', '<s:a></t:a>'],
    ['two roots', '<a/><b/>'],
    ['text around the root', '<a/>x'],
    ['an attribute without quotation marks', '<a b=c/>'],
    ['a page', '<html><br></html>'],
    ['a comment in a comment', '<!-- -- --><a/>'],
    ['17 levels', `${'<a>'.repeat(17)}${'</a>'.repeat(17)}`],
    ['a thousand and one elements', `<a>${'<b/>'.repeat(1_000)}</a>`],
  ] as [string, string][])('refuses %s', ([, xml]) => {
    expect(() => parseXml(xml)).toThrow(PscFailure);
  });

  test.for([
    ['spaces in a tag', `<a${' '.repeat(250_000)}`],
    ['an attribute without an end', `<a b="${'x'.repeat(250_000)}`],
    ['many attributes', `<a${' b="c"'.repeat(40_000)}`],
    ['a comment without an end', `<!--${'-x'.repeat(125_000)}`],
    ['many openings', '<'.repeat(250_000)],
    ['many ampersands', `<a>${'&'.repeat(250_000)}`],
    ['spaces between the parts of an attribute', `<a${' b ='.repeat(60_000)}`],
  ] as [string, string][])('refuses the longest answer of %s in no time', ([, xml]) => {
    const startedAt = cpuMs();
    expect(() => parseXml(xml)).toThrow(PscFailure);
    expect(cpuMs() - startedAt).toBeLessThan(500);
  });
});

describe('element', () => {
  test('escaped values can only be read as text', () => {
    const text = `</b><c d="e">&amp;'\u{1F512}\n`;
    expect(parseXml(element('b', text))).toEqual({ name: 'b', text, children: [] });
  });

  test.for(['\0', '\u{1f}', '\u{fffe}', '\u{d800}'])('refuses what XML cannot carry (%j)', (character) => {
    expect(() => element('a', `x${character}`)).toThrow(PscFailure);
  });
});

test('base64 may be broken into lines, and nothing else', () => {
  expect(Buffer.from(tokenInBase64('aGVs\r\n bG8=')).toString()).toBe('hello');
  for (const text of ['aGVsbG8', 'aGVsbG8=!', 'aGVs-bG8=', '====']) {
    expect(() => tokenInBase64(text)).toThrow(PscFailure);
  }
});
