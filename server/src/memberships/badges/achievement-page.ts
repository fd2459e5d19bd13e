/** Serves `/c/{code}`: what a badge was given for. The page says nothing about who got it. */

import { BADGE_CONTEXTS } from '@sello/proof/badges';
import { Type } from 'typebox';
import * as read from '../../database/row-reader.ts';
import type { App } from '../../http/app.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { pageReader } from '../../http/pages/reader.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Tools } from '../../operations/operation.ts';
import { bandOf } from '../public-page/band-of.ts';
import { type PageParts, sendPage } from '../public-page/send-page.ts';
import { MEMBER_PAGE_WORDS, type MemberPageWords } from '../public-page/text.ts';
import { fact, noPageBody } from '../public-page/view.ts';
import { parseAchievementId } from './achievement.ts';
import { reasonOf } from './badge-page.ts';
import { newestBadgeOf } from './pg-badges.ts';
import { FOR_EVERYBODY, publishedBadge } from './published-badge.ts';
import { sendText } from './send-text.ts';

type Reads = Pick<Tools, 'query'>;

/** The achievement in the form that a badge contains. */
type Achievement = Record<string, unknown> & { name: string; description: string };

type Shown = { accountId: AccountId; achievement: Achievement; issuer: Record<string, unknown> };

export function achievementPages(app: App, tools: Reads, parts: PageParts): void {
  const schema = { hide: true, params: Type.Object({ code: Type.String() }) };
  const config = { costOf: () => 2 };
  app.get('/c/:code', { schema, config }, async (request, reply) => {
    const reader = pageReader(request);
    const words = MEMBER_PAGE_WORDS[reader.language];
    const shown = await findAchievement(tools, request.params.code).catch(reasonOf);
    if (typeof shown === 'string') {
      const [status, title] = [shown === 'gone' ? 410 : 404, words.verdict[shown]];
      const body = noPageBody(shown, reader);
      return sendPage(parts, request, reply, { status, title, reader, self: undefined, body });
    }
    const path = `/c/${request.params.code}`;
    const { name } = shown.achievement;
    return sendPage(parts, request, reply, {
      status: 200,
      title: name,
      reader,
      self: path,
      share: { kind: 'course', title: `${name} · ${shown.issuer.name}`, path },
      body: html`${await bandOf(tools, shown.accountId)}${achievementBody(shown, words, request.params.code)}`,
    });
  });
  app.get('/c/:code.json', { schema, config }, async (request, reply) => {
    reply.headers(FOR_EVERYBODY);
    const { achievement, issuer } = await findAchievement(tools, request.params.code);
    const text = JSON.stringify({ '@context': [...BADGE_CONTEXTS], ...achievement, creator: issuer });
    return sendText(request, reply, 'application/ld+json', text, 'no-cache');
  });
}

async function findAchievement(tools: Reads, code: string): Promise<Shown> {
  const named = parseAchievementId(code);
  if (named === undefined) throw noAchievement();
  const found =
    'badgeCode' in named ? await publishedBadge(tools, named.badgeCode) : await newestBadgeOf(tools, named);
  if (found === undefined) throw noAchievement();
  const { issuer, credentialSubject } = JSON.parse(found.credential);
  const { achievement } = credentialSubject;
  // The badge of a course names the page of the course, so no page exists under that badge's own code.
  if (!isAchievement(achievement) || !read.isRecord(issuer) || !String(achievement.id).endsWith(`/c/${code}`))
    throw noAchievement();
  return { accountId: found.accountId, achievement, issuer };
}

function isAchievement(value: unknown): value is Achievement {
  return read.isRecord(value) && typeof value.name === 'string' && typeof value.description === 'string';
}

function achievementBody({ achievement, issuer }: Shown, words: MemberPageWords, code: string): Html {
  const { name, description, achievementType, humanCode, creditsAvailable, criteria, tag } = achievement;
  const picture = pictureOf(achievement.image);
  const lines = (text: unknown) => String(text).split('\n');
  return html`<main class="page">
<section class="card document">
<p class="eyebrow">${achievementType === 'Course' ? words.course : words.activity}</p>
<h1 class="title" dir="auto">${name}</h1>
${lines(description).map((line) => html`<p dir="auto">${line}</p>`)}
${picture !== undefined && html`<p><img src="${picture}" alt="" width="160" height="160"></p>`}
<dl class="facts">
${fact(words.council, String(issuer.name))}
${humanCode !== undefined && fact(words.aval, String(humanCode))}
${fact(words.points, String(creditsAvailable))}
${Array.isArray(tag) && fact(words.program, tag.join(' · '))}
${read.isRecord(criteria) && fact(words.criteria, html`${lines(criteria.narrative).map((line) => html`<span class="remark">${line}</span>`)}`)}
</dl>
<p><a href="/c/${code}.json" rel="nofollow">${words.asJson}</a></p>
</section>
</main>`;
}

/** The picture's path on this server. The server may have had another address when the badge was signed. */
function pictureOf(image: unknown): string | undefined {
  return read.isRecord(image)
    ? /\/b\/picture\/acct_\w+\/[0-9a-f]{64}\.png$/.exec(String(image.id))?.[0]
    : undefined;
}

function noAchievement(): AppError {
  return new AppError(
    'not_found',
    { en: 'There is nothing at this address.', es: 'No hay nada en esta dirección.' },
    { headers: FOR_EVERYBODY },
  );
}
