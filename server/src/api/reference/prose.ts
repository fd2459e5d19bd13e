/** Descriptions of the API as HTML. In them, backticks mark code and an empty line separates paragraphs. */

import { type Html, html } from '../../http/pages/html.ts';

export function prose(text: string): Html {
  return html`${text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
