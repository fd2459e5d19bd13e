/**
 * The top of the page of an adopted constancia, which says since when it is kept here. The date inside it is only the
 * statement of its issuer, which this service cannot confirm.
 */

import type { Language } from '../../http/language.ts';
import { type Html, html } from '../../http/pages/html.ts';
import type { PageReader } from '../../http/pages/reader.ts';
import { mexicoText } from '../../http/pages/times.ts';
import type { PublicRecord } from './public-record.ts';

const WORDS = {
  es: {
    since: 'Este servicio guarda la constancia de este documento desde el',
    issuer: 'Según su emisor,',
    existed: 'el documento existía, exactamente así, el',
    zone: 'hora del centro de México',
    adopted: 'Adoptada aquí',
    origin: 'Origen de la constancia',
    brought: 'La emitió otro prestador y la trajo el titular de la cuenta; este servicio no la tramitó.',
    test: 'Se adoptó con una clave de prueba: sirve para hacer pruebas, no como registro de este servicio.',
  },
  en: {
    since: 'This service has kept the constancia of this document since',
    issuer: 'According to its issuer,',
    existed: 'the document existed, exactly as it is, on',
    zone: 'Mexico City time',
    adopted: 'Adopted here',
    origin: 'Origin of the constancia',
    brought:
      'Another provider issued it, and the holder of the account brought it; this service did not obtain it.',
    test: 'Adopted with a test key: for trying things out, not as a record of this service.',
  },
} as const;

type View = { record: PublicRecord; genTime: string; reader: PageReader };

export function adoptedClaim({ record, genTime, reader: { language } }: View): Html {
  const words = WORDS[language];
  const at = (time: string) => html`<time datetime="${time}">${mexicoText(time, language)}</time>`;
  return html`<p class="claim">${words.since} ${at(record.created_at)} <span class="zone">(${words.zone})</span>. ${words.issuer} <bdi>${record.nom151.psc}</bdi>, ${words.existed} ${at(genTime)}.</p>`;
}

export function adoptedFacts(
  { record, reader: { language } }: View,
  fact: (name: string, value: Html) => Html,
): Html {
  const words = WORDS[language];
  const at = html`<time datetime="${record.created_at}">${mexicoText(record.created_at, language)}</time>`;
  return html`${fact(words.adopted, at)}${fact(words.origin, html`${words.brought}`)}`;
}

export function adoptedInTest(language: Language): string {
  return WORDS[language].test;
}
