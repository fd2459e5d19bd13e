/**
 * The HTML frame of pages that people enter with a mailed code, with the content that it may show before anybody logs
 * in.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/pool.ts';
import type { Language } from '../../http/language.ts';
import { pageFrame } from '../../http/pages/frame.ts';
import { pageHeaders } from '../../http/pages/headers.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { pageReader } from '../../http/pages/reader.ts';
import type { WebAssets } from '../../http/pages/web-assets.ts';
import type { Site } from '../../http/site.ts';
import { type AccountId, parseId } from '../../kernel/ids.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import { sendPage, UNLISTED } from '../public-page/send-page.ts';
import { MEMBER_PAGE_WORDS } from '../public-page/text.ts';
import { noPageBody } from '../public-page/view.ts';
import { readPageSettings } from './pg-page-settings.ts';

export type FramePorts = { records: Pick<Database, 'query'>; mail: Mailer | undefined };

type CouncilFrame = {
  /** The account in the address. */
  account: string;
  entry: Parameters<WebAssets['entry']>[0];
  needsScript: Record<Language, string>;
  /** Further attributes for the page, read when it is sent. */
  readLook?(accountId: AccountId): Promise<Html>;
};

/** The page's script decides from the address what to show. */
export async function sendCouncilFrame(
  { records, mail, site, assets }: FramePorts & { site: Site; assets: WebAssets },
  request: FastifyRequest,
  reply: FastifyReply,
  { account, entry, needsScript, readLook }: CouncilFrame,
): Promise<FastifyReply> {
  const reader = pageReader(request);
  const accountId = parseId('acct', account);
  const council = accountId && (await readPageSettings(records, accountId));
  if (accountId === undefined || council === undefined)
    return sendPage({ site, assets }, request, reply, {
      status: 404,
      title: MEMBER_PAGE_WORDS[reader.language].verdict.unknown,
      reader,
      self: undefined,
      body: noPageBody('unknown', reader),
    });
  const { name, timeZone } = council;
  const look = await readLook?.(accountId);
  const page = pageFrame({
    title: name,
    reader,
    entry: assets.entry(entry),
    icon: assets.icon,
    body: html`<div id="app" data-account="${accountId}" data-council="${name}"${look} data-time-zone="${timeZone}" data-mail="${mail === undefined ? 'no' : 'yes'}"></div><noscript>${needsScript[reader.language]}</noscript>`,
  });
  return reply
    .headers({ ...pageHeaders(site, request), ...UNLISTED, vary: 'accept-language, cookie' })
    .type('text/html; charset=utf-8')
    .send(page);
}
