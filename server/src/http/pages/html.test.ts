import { expect, test } from 'vitest';
import { html, raw } from './html.ts';

test('a value never leaves the text or the attribute that it was put in', () => {
  const evil = `"><script>alert('1')</script>\`&amp;`;
  expect(html`<p title="${evil}">${evil}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&#96;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&#96;&amp;amp;</p>',
  );
});

test('templates nest without being escaped twice, and lists join', () => {
  const items = ['a<', 'b'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${raw('<hr>')}`.text).toBe('<ul><li>a&lt;</li><li>b</li></ul><hr>');
});

test('null, undefined and false render as nothing, and a zero stays', () => {
  expect(html`[${null}${undefined}${false}${0}${[]}]`.text).toBe('[0]');
});
