/** The acta as a page that opens without a server: one file without scripts, in Spanish and then in English. */

import { type Html, html, raw } from '../../http/pages/html.ts';
import type { Acta, ActaBlock, ActaFact, Step } from './acta.ts';

type Language = 'es' | 'en';

const WORDS = {
  es: { step: 'Paso', run: 'Orden', see: 'Debe aparecer', means: 'Significa' },
  en: { step: 'Step', run: 'Command', see: 'Must appear', means: 'It means' },
} as const;

/** Fixed elements are printed on every sheet. */
const STYLE = `
:root { color-scheme: light; }
body { font: 16px/1.5 Georgia, 'Times New Roman', serif; color: #1b1c19; margin: 0 auto; max-width: 52rem; padding: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { border-bottom: 1px solid #0c6349; color: #0c6349; margin-top: 2.2rem; }
dt { font-weight: bold; margin-top: .5rem; } dd { margin: 0; overflow-wrap: anywhere; }
pre, .exact { font: 14px/1.45 ui-monospace, Consolas, 'DejaVu Sans Mono', monospace; }
pre { background: #f4f2ec; padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere; margin: .3rem 0; }
.step { border-left: 3px solid #0c6349; padding-left: .9rem; margin: 1.4rem 0; break-inside: avoid; }
.warning { background: #a8201a; color: #fff; font-weight: bold; padding: .5rem .8rem; position: sticky; top: 0; }
.other { border-top: 6px double #5a584f; margin-top: 3rem; }
@media print { .warning { position: fixed; top: 0; left: 0; right: 0; } body { padding-top: 3rem; } }
`;

export function actaPage(acta: Acta): string {
  const page = html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${acta.title.es} ${acta.folio}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
${acta.warning !== undefined && html`<div class="warning">${acta.warning.es} <span lang="en">${acta.warning.en}</span></div>`}
<main>
${partOf(acta, 'es')}
<div class="other" lang="en">
${partOf(acta, 'en')}
</div>
</main>
</body>
</html>
`;
  return page.text;
}

function partOf({ title, folio, serviceName, sections }: Acta, language: Language): Html {
  return html`<h1>${title[language]}</h1>
<p>${folio} · ${serviceName}</p>
${sections.map(
  ({ title, blocks }, index) => html`<section>
<h2>${index + 1}. ${title[language]}</h2>
${blocks.map((block) => blockHtml(block, language))}
</section>
`,
)}`;
}

function blockHtml(block: ActaBlock, language: Language): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p>${block.text[language]}</p>`;
    case 'list':
      return html`<ol>${block.items.map((item) => html`<li>${item[language]}</li>`)}</ol>`;
    case 'facts':
      return html`<dl>${block.facts.map((fact) => factHtml(fact, language))}</dl>`;
    case 'step':
      return stepHtml(block.step, language);
  }
}

function factHtml({ label, value, exact }: ActaFact, language: Language): Html {
  const text = typeof value === 'string' ? value : value[language];
  return html`<dt>${label[language]}</dt><dd${exact === true && raw(' class="exact"')}>${text}</dd>
`;
}

function stepHtml({ number, title, commands, expected, meaning }: Step, language: Language): Html {
  const words = WORDS[language];
  return html`<div class="step">
<h3>${words.step} ${number}. ${title[language]}</h3>
<p>${words.run}:</p>
${commands.map((command) => html`<pre>$ ${command}</pre>`)}
<p>${words.see}:</p>
${expected.map((line) => html`<pre>= ${line}</pre>`)}
<p>${words.means}: ${meaning[language]}</p>
</div>
`;
}
