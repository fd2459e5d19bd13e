/**
 * What a link shows in a chat (Open Graph): a title, a sentence and a picture. None of them says whether a document is
 * valid: a chat keeps showing the old text after a diploma is revoked.
 */

import type { Language } from '../language.ts';
import type { Site } from '../site.ts';
import { displayName } from './frame.ts';
import { type Html, html } from './html.ts';
import type { ShareKind, WebAssets } from './web-assets.ts';

export type Share = {
  kind: ShareKind;
  title: string;
  /** The sentence; undefined means the usual one for this kind of page. */
  description?: string;
  /** The path below the public address. */
  path: string;
  /** The path of the page's own square picture, which is then shown instead of ours. */
  picture?: string | undefined;
};

const SENTENCES: Readonly<Record<Language, Readonly<Record<ShareKind, string>>>> = {
  es: {
    front:
      'Sello de tiempo, registro público y pruebas que cualquiera puede comprobar, también sin nosotros.',
    certificate: 'Qué archivo se certificó, cuándo y por quién se selló. Compare aquí su copia, sin subirla.',
    verify: 'Compruebe un archivo con su constancia, su insignia o su evidencia. Nada se sube.',
    member: 'La vigencia se consulta al abrir la página.',
    course: 'Qué se hizo para obtenerla y cuántos puntos otorga. No dice quién la tiene.',
    badge: 'Open Badges 3.0, firmada: quien la reciba puede comprobarla.',
  },
  en: {
    front: 'A time stamp, a public log, and proofs that anyone can check, with or without us.',
    certificate:
      'Which file was certified, when, and who stamped it. Compare your copy here without uploading it.',
    verify: 'Check a file with its constancia, badge or evidence. Nothing is uploaded.',
    member: 'The page shows how the membership stands when you open it.',
    course: 'What it takes to earn it, and the points it gives. It doesn’t say who has it.',
    badge: 'A signed Open Badges 3.0 badge: whoever receives it can verify it.',
  },
};

const LOCALES: Readonly<Record<Language, string>> = { es: 'es_MX', en: 'en_US' };

/** The longest title that is sent. Chats cut longer ones, and a title may have a thousand characters. */
const MAX_TITLE = 120;

export function shareTags(site: Site, assets: WebAssets, language: Language, share: Share): Html {
  const { kind, path, picture: own } = share;
  const title = [...share.title].slice(0, MAX_TITLE).join('');
  const description = share.description ?? SENTENCES[language][kind];
  const picture = assets.sharePicture(kind, language);
  return html`<meta name="description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${displayName(site)}">
<meta property="og:locale" content="${LOCALES[language]}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${site.baseUrl}${path}">
${
  own !== undefined &&
  html`<meta property="og:image" content="${site.baseUrl}${own}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:alt" content="${title}">
<meta name="twitter:card" content="summary">`
}${
  own === undefined &&
  picture !== undefined &&
  html`<meta property="og:image" content="${site.baseUrl}${picture}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${description}">
<meta name="twitter:card" content="summary_large_image">`
}`;
}
