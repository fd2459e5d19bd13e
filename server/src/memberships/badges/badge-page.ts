/**
 * `/b/{code}`: a badge as a page, for people who were sent a link. Its facts are those that the badge itself states.
 */

import { Type } from 'typebox';
import * as read from '../../database/row-reader.ts';
import type { App } from '../../http/app.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { type PageReader, pageReader } from '../../http/pages/reader.ts';
import { dayText } from '../../http/pages/times.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tools } from '../../operations/operation.ts';
import { bandOf } from '../public-page/band-of.ts';
import { type PageParts, sendPage } from '../public-page/send-page.ts';
import { MEMBER_PAGE_WORDS } from '../public-page/text.ts';
import { fact, noPageBody } from '../public-page/view.ts';
import { linkedInAddress } from './add-to-linkedin.ts';
import { pictureNamedIn, picturePath } from './picture.ts';
import { publishedBadge } from './published-badge.ts';

type Reads = Pick<Tools, 'query'>;

export function badgePage(app: App, tools: Reads, parts: PageParts): void {
  const schema = { hide: true, params: Type.Object({ code: Type.String() }) };
  app.get('/b/:code', { schema, config: { costOf: () => 2 } }, async (request, reply) => {
    const { code } = request.params;
    const reader = pageReader(request);
    const published = await publishedBadge(tools, code).catch(reasonOf);
    if (typeof published === 'string')
      return sendPage(parts, request, reply, {
        status: published === 'gone' ? 410 : 404,
        title: MEMBER_PAGE_WORDS[reader.language].verdict[published],
        reader,
        self: undefined,
        body: noPageBody(published, reader),
      });
    const badge = JSON.parse(published.credential);
    const title = String(badge.name);
    const named = pictureNamedIn(published.credential);
    return sendPage(parts, request, reply, {
      status: 200,
      title,
      reader,
      self: `/b/${code}`,
      share: {
        kind: 'badge',
        title: `${title} · ${badge.issuer?.name}`,
        path: `/b/${code}`,
        picture: named && picturePath(named),
      },
      body: html`${await bandOf(tools, published.accountId)}${badgeBody({ badge, code, url: `${parts.site.baseUrl}/b/${code}`, isRevoked: published.isRevoked }, reader)}`,
    });
  });
}

export function reasonOf(error: unknown): 'unknown' | 'gone' {
  if (!(error instanceof AppError)) throw error;
  return error.code === 'gone' ? 'gone' : 'unknown';
}

type Shown = { badge: Record<string, unknown>; code: string; url: string; isRevoked: boolean };

function badgeBody({ badge, code, url, isRevoked }: Shown, reader: PageReader): Html {
  const words = MEMBER_PAGE_WORDS[reader.language];
  const subject = read.isRecord(badge.credentialSubject) ? badge.credentialSubject : {};
  const achievement = read.isRecord(subject.achievement) ? subject.achievement : {};
  const issuer = read.isRecord(badge.issuer) ? badge.issuer : {};
  const place = pathOf(achievement.id);
  const awardedOn = String(badge.awardedDate).slice(0, 10);
  const added = {
    title: String(badge.name),
    issuer: String(issuer.name),
    awardedOn,
    page: { url, id: code },
  };
  return html`<main class="page">
<section class="card document badge-page">
<img src="/b/${code}.png" alt="" width="160" height="160">
<div>
<p class="eyebrow">${words.badge}</p>
<h1 class="title" dir="auto">${String(badge.name)}</h1>
${isRevoked && html`<p class="note note-bad" role="status">${words.badgeRevoked}</p>`}
<p dir="auto">${String(badge.description)}</p>
<dl class="facts">
${fact(words.council, String(issuer.name))}
${fact(words.awarded, dayText(awardedOn, reader.language))}
${fact(words.points, String(subject.creditsEarned))}
${place !== undefined && fact(words.criteria, html`<a href="${place}?lang=${reader.language}">${String(achievement.name)}</a>`)}
</dl>
<p class="badge-links"><a class="button button-primary" href="/b/${code}.png" download rel="nofollow">${words.asPicture}</a> <a class="button button-secondary" href="/b/${code}.json" rel="nofollow">${words.asJson}</a>${!isRevoked && html` <a class="button button-secondary" href="${linkedInAddress(added)}" rel="nofollow noopener noreferrer">${words.toLinkedIn}</a>`}</p>
<p class="muted">${words.badgeHow} <a href="/verify?lang=${reader.language}">${words.badgeVerify}</a></p>
</div>
</section>
</main>`;
}

/**
 * The path of an achievement's page on this server. The server may have had another address when the badge was signed.
 */
function pathOf(id: unknown): string | undefined {
  return /\/c\/[\w.-]+$/.exec(String(id))?.[0];
}
