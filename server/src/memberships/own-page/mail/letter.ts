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
  /** The text of the link to the page; omitted if there is no link. */
  link?: string;
  /** A note at the foot that says what the mail is and why it was sent. */
  foot: string;
};

const TEST = { es: 'Prueba', en: 'Test' } as const;

export function toMail(
  to: string,
  { council, url, livemode }: Sender,
  letter: Letter,
  language: 'es' | 'en',
): Mail {
  const { subject, lines, big, link, foot } = letter;
  const [first = '', ...rest] = lines;
  const text = [
    first,
    ...(big === undefined ? [] : [`    ${big}`]),
    ...rest,
    ...(link === undefined ? [] : [`${link}: ${url}`]),
    foot,
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
  { lines, big, link, foot }: Letter,
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
${paragraph(first)}${big !== undefined && html`<p style="margin:0 0 16px;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:4px">${big}</p>\n`}${rest.map(paragraph)}${link !== undefined && html`<p style="margin:0 0 16px"><a href="${url}" style="display:inline-block;padding:10px 16px;background:#1f5c43;color:#ffffff;border-radius:6px;text-decoration:none">${link}</a></p>\n`}<p style="margin:0;color:#5c635f;font-size:14px">${foot}</p>
</div>
</body>
</html>
`;
}
