/** Descriptions of the API, in which back quotes mark code and paragraphs are apart by an empty line. */

import { type Html, html } from '../../http/pages/html.ts';

export function prose(text: string): Html {
  return html`${text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
