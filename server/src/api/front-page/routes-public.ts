/** The address `/`: the front page, or the dashboard for a person who is logged in. */

import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { etagOf, isKnownTo, sendNotModified } from '../../http/caching/etag.ts';
import { displayName, pageFrame } from '../../http/pages/frame.ts';
import { pageHeaders } from '../../http/pages/headers.ts';
import { html } from '../../http/pages/html.ts';
import { type PageReader, pageReader } from '../../http/pages/reader.ts';
import { shareTags } from '../../http/pages/share.ts';
import { acceptedEncoding, type WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { findPerson, type PersonPorts } from '../../people/login/person.ts';
import { readSessionCookie } from '../../people/login/session-cookie.ts';
import type { PeopleSettings } from '../../people/settings.ts';
import { describeService, type ServiceSettings } from '../service-operation.ts';
import { makeSamples, type Sample, type SamplePorts } from './sample.ts';
import { FRONT_WORDS } from './text.ts';
import { frontPageBody } from './view.ts';

type FrontPorts = SamplePorts & PersonPorts;
type FrontSettings = Site & ServiceSettings & Pick<PeopleSettings, 'signup' | 'freeCertificates'>;

type Packed = { sample: Sample | undefined; plain: Buffer; br: Buffer; gzip: Buffer };

export function frontPageRoute(
  app: App,
  ports: FrontPorts,
  settings: FrontSettings,
  assets: WebAssets,
): void {
  const findSample = makeSamples(ports);
  const kept = new Map<string, Promise<Packed>>();

  /** The page is written and compressed once for each language and theme, and again when the sample changes. */
  const packedFor = async (reader: PageReader): Promise<Packed> => {
    const sample = await findSample(reader.language);
    const name = `${reader.language} ${reader.theme}`;
    const known = await kept.get(name);
    if (known !== undefined && known.sample === sample) return known;
    const packed = pack(sample, writePage(settings, assets, reader, sample));
    kept.set(name, packed);
    return packed;
  };

  app.get('/', { schema: { hide: true } }, async (request, reply) => {
    reply.header('vary', 'accept-encoding, accept-language, cookie');
    if (await isLoggedIn(ports, settings, request)) return reply.redirect('/dashboard', 302);
    const reader = pageReader(request);
    const packed = await packedFor(reader);
    reply.headers(pageHeaders(settings, request)).header('content-language', reader.language);
    return sendPacked(request, reply, packed);
  });
}

/**
 * Whether the visitor is logged in. If the database is down nobody can know, so a visitor with a cookie goes to the
 * dashboard, which says what is wrong.
 */
async function isLoggedIn(ports: PersonPorts, site: Site, request: FastifyRequest): Promise<boolean> {
  if (readSessionCookie(request.headers.cookie, site.baseUrl) === undefined) return false;
  return findPerson(ports, site, request).then(
    (person) => person !== undefined,
    () => true,
  );
}

function writePage(
  settings: FrontSettings,
  assets: WebAssets,
  reader: PageReader,
  sample: Sample | undefined,
): string {
  const { language } = reader;
  const { title } = FRONT_WORDS[language];
  const { time_stamps: stamps, chain } = describeService(settings);
  return pageFrame({
    title: `${displayName(settings)} · ${title}`,
    reader,
    entry: assets.entry('front-page'),
    icon: assets.icon,
    isListed: true,
    head: html`<link rel="canonical" href="${settings.baseUrl}/?lang=${language}">
<link rel="alternate" hreflang="es" href="${settings.baseUrl}/?lang=es">
<link rel="alternate" hreflang="en" href="${settings.baseUrl}/?lang=en">
${shareTags(settings, assets, language, { kind: 'front', title, path: '/' })}`,
    body: frontPageBody({
      site: settings,
      reader,
      isOpen: settings.signup === 'open',
      isAccredited: stamps.accredited,
      chainTrust: chain.trust,
      freeCertificates: settings.freeCertificates,
      sample,
    }),
  });
}

async function pack(sample: Sample | undefined, page: string): Promise<Packed> {
  const plain = Buffer.from(page);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  return { sample, plain, br, gzip: gz };
}

function sendPacked(request: FastifyRequest, reply: FastifyReply, packed: Packed) {
  const encoding = acceptedEncoding(request.headers['accept-encoding'] ?? '');
  const body = packed[encoding ?? 'plain'];
  if (isKnownTo(request, reply, etagOf(body))) return sendNotModified(reply);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(body);
}
