/** What stands beside every page of the reference: the list of its sections. */

import { type Html, html } from '../../http/pages/html.ts';
import type { ReferenceView } from './operation-view.ts';
import { sectionName } from './section-view.ts';

export function inFrame({ reference, words, language }: ReferenceView, self: string, body: Html): Html {
  const link = (href: string, name: string) =>
    html`<li><a href="${href}?lang=${language}"${href === self && html` aria-current="page"`}>${name}</a></li>\n`;
  // In the text's order the menu comes last, so that nobody on a phone scrolls past it; a wide page shows it on the left.
  return html`<p class="to-menu"><a href="#menu">${words.nav}</a></p>
<div class="reference-body">
${body}
</div>
<nav class="reference-menu" id="menu" aria-label="${words.nav}">
<ul>
${link('/docs', words.title)}${link('/docs/guides', words.guides)}${link('/docs/errors', words.errors)}${link('/docs/events', words.events)}</ul>
<ul>
${reference.sections.map((section) => link(`/docs/reference/${section.slug}`, sectionName(section, language)))}</ul>
</nav>`;
}
