/** The HTML around a page: head, icon, and the files of its entry. No inline script or style. */

import type { Site } from '../site.ts';
import { type Html, html } from './html.ts';
import type { PageReader } from './reader.ts';
import type { Entry } from './web-assets.ts';

type Frame = {
  title: string;
  reader: PageReader;
  entry: Entry;
  icon: string;
  head?: Html | undefined;
  /**
   * Whether search engines may list the page. Only the front page is listed; all others have addresses that only their
   * readers know, or are of no use to a search engine.
   */
  isListed?: boolean;
  body: Html;
};

export function pageFrame({ title, reader, entry, icon, head, isListed, body }: Frame): string {
  const page = html`<!doctype html>
<html lang="${reader.language}"${reader.theme && html` data-theme="${reader.theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${isListed !== true && html`<meta name="robots" content="noindex">\n`}<meta name="color-scheme" content="${reader.theme ?? 'light dark'}">
<meta name="theme-color" content="#f7f6f1" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#101311" media="(prefers-color-scheme: dark)">
<link rel="icon" type="image/svg+xml" href="${icon}">
${entry.fonts.map((href) => html`<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>\n`)}
${entry.styles.map((href) => html`<link rel="stylesheet" href="${href}">\n`)}
${entry.imports.map((href) => html`<link rel="modulepreload" href="${href}">\n`)}
<script type="module" src="${entry.script}"></script>
${head}
</head>
<body>
${body}
</body>
</html>
`;
  return page.text;
}

/** The service's name as a heading shows it. */
export function displayName({ serviceName }: Pick<Site, 'serviceName'>): string {
  return serviceName.charAt(0).toUpperCase() + serviceName.slice(1);
}
