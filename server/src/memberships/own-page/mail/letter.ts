/** A mail to a member, as plain text and as HTML in the look of our pages. */

import { type Html, html } from '../../../http/pages/html.ts';
import type { Mail } from '../../../people/mail/ports.ts';

/** The sender of a mail, and the address of the member's page. */
export type Sender = { council: string; url: string; livemode: boolean };

export type Letter = {
  subject: string;
  /** The paragraphs of the mail. */
  lines: readonly string[];
  /** A text that is shown large, such as a code. */
  big?: string;
  /** A list after the paragraphs, each entry with the address of its page if it has one. */
  items?: readonly LetterItem[];
  /** The text of the link to the page; omitted if there is no link. */
  link?: string;
  /** A note at the foot that says what the mail is and why it was sent. */
  foot: string;
  /** A link after the foot, with which the recipient ends such mails. */
  stop?: { words: string; url: string };
};

type LetterItem = { text: string; url?: string | undefined };

const TEST = { es: 'Prueba', en: 'Test' } as const;

export function toMail(
  to: string,
  { council, url, livemode }: Sender,
  letter: Letter,
  language: 'es' | 'en',
): Mail {
  const { subject, lines, big, items = [], link, foot, stop } = letter;
  const [first = '', ...rest] = lines;
  const text = [
    first,
    ...(big === undefined ? [] : [`    ${big}`]),
    ...rest,
    ...items.map((item) => (item.url === undefined ? `- ${item.text}` : `- ${item.text}\n  ${item.url}`)),
    ...(link === undefined ? [] : [`${link}: ${url}`]),
    foot,
    ...(stop === undefined ? [] : [`${stop.words}: ${stop.url}`]),
    council,
  ].join('\n\n');
  return {
    to,
    subject: livemode ? subject : `[${TEST[language]}] ${subject}`,
    text: `${text}\n`,
    html: toHtml({ council, url }, letter, language).text,
  };
}

/** Styles are in the tags, because mail programs drop style sheets. Nothing is loaded from the network. */
function toHtml(
  { council, url }: Pick<Sender, 'council' | 'url'>,
  { lines, big, items, link, foot, stop }: Letter,
  language: 'es' | 'en',
): Html {
  const [first = '', ...rest] = lines;
  const paragraph = (line: string) => html`<p style="margin:0 0 16px">${line}</p>\n`;
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px;background:#f7f6f1;color:#1c211e;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dcdad0;border-radius:8px">
<p style="margin:0 0 16px;font-weight:600"><bdi>${council}</bdi></p>
${paragraph(first)}${big !== undefined && html`<p style="margin:0 0 16px;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:4px">${big}</p>\n`}${rest.map(paragraph)}${items !== undefined && listOf(items)}${link !== undefined && html`<p style="margin:0 0 16px"><a href="${url}" style="display:inline-block;padding:10px 16px;background:#1f5c43;color:#ffffff;border-radius:6px;text-decoration:none">${link}</a></p>\n`}<p style="margin:0;color:#5c635f;font-size:14px">${foot}</p>${stop !== undefined && html`\n<p style="margin:8px 0 0;font-size:14px"><a href="${stop.url}" style="color:#5c635f">${stop.words}</a></p>`}
</div>
</body>
</html>
`;
}

function listOf(items: readonly LetterItem[]): Html {
  const entry = ({ text, url }: LetterItem) =>
    url === undefined ? html`${text}` : html`<a href="${url}" style="color:#1f5c43">${text}</a>`;
  return html`<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.map((item) => html`<li style="margin:0 0 8px"><bdi>${entry(item)}</bdi></li>`)}</ul>\n`;
}
