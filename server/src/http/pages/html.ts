/** HTML of server-rendered pages. Every value in a template is escaped, unless a template produced it. */

/** A piece of HTML that is safe to place between tags. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type HtmlValue = Html | string | number | bigint | null | undefined | false | readonly HtmlValue[];

/**
 * Escapes for text and for attribute values in double or single quotes; a template must quote its attributes.
 * `null`, `undefined` and `false` render as nothing, so that `${isTest && html`…`}` works.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = parts[0] ?? '';
  for (const [index, value] of values.entries()) text += toHtmlText(value) + (parts[index + 1] ?? '');
  return new Html(text);
}

/** Makes HTML of a text without escaping it. This is only for HTML that we wrote ourselves. */
export function raw(text: string): Html {
  return new Html(text);
}

function toHtmlText(value: HtmlValue): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(toHtmlText).join('');
  if (value === null || value === undefined || value === false) return '';
  return escapeHtml(String(value));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A back quote ends an attribute value in some old browsers.
  '`': '&#96;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ESCAPES[character] ?? '');
}
