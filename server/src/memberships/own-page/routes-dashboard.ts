/** What a council chooses for the pages of its members, in the dashboard. */

import { type Static, Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import type { App } from '../../http/app.ts';
import { nullable } from '../../http/schema.ts';
import { accountIdOf } from '../../http/signed-in.ts';
import type { Site } from '../../http/site.ts';
import { invalidField } from '../../http/text-rules.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Who } from '../../operations/operation.ts';
import { actorOf } from '../../people/login/person.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import { assertLine } from '../fields.ts';
import { note } from '../note-change.ts';
import { readPageSettings, writePageSettings } from './pg-page-settings.ts';

const NoticeSchema = Type.Object({
  version: Type.String({ minLength: 1, maxLength: 100, description: 'Such as 2026-01; consents name it.' }),
  url: Type.String({ minLength: 1, maxLength: 2_000, description: 'https: where members read it.' }),
});

const OwnPageSchema = Type.Object(
  {
    url: Type.String({ description: 'Where members find their pages.' }),
    mail: Type.Boolean({
      description: 'Whether codes and reminders are mailed; without mail only links open.',
    }),
    remind_members: Type.Boolean({
      description: 'Whether members are written to 120, 90, 60, 30 and 7 days before their term ends.',
    }),
    privacy_notice: nullable(NoticeSchema),
  },
  { title: 'OwnPage' },
);

const Change = Type.Object({
  remind_members: Type.Optional(Type.Boolean()),
  privacy_notice: Type.Optional(nullable(NoticeSchema)),
});

export type OwnPageSettingsPorts = { records: Database; now: Clock; mail: Mailer | undefined };

export function ownPageSettingsRoutes(app: App, ports: OwnPageSettingsPorts, site: Site): void {
  const answer = { 200: Type.Object({ own_page: OwnPageSchema }) };
  const show = async (accountId: AccountId, query = ports.records.query) => {
    const settings = await readPageSettings({ query }, accountId);
    return {
      own_page: {
        url: `${site.baseUrl}/my/${accountId}`,
        mail: ports.mail !== undefined,
        remind_members: settings?.remindMembers ?? false,
        privacy_notice: settings?.privacyNotice ?? null,
      },
    };
  };
  app.get('/council/own-page', { schema: { response: answer } }, (request) => show(accountIdOf(request)));
  app.patch('/council/own-page', { schema: { body: Change, response: answer } }, (request) => {
    const accountId = accountIdOf(request);
    assertNotice(request.body.privacy_notice);
    return ports.records.transaction(async (query) => {
      const tools = { query, now: ports.now };
      await query('select from accounts where id = $1 for no key update', [accountId], 'lock-own-page');
      const before = await readPageSettings(tools, accountId);
      const { remind_members, privacy_notice } = request.body;
      const after = {
        remindMembers: remind_members ?? before?.remindMembers ?? false,
        privacyNotice: privacy_notice === undefined ? before?.privacyNotice : (privacy_notice ?? undefined),
      };
      await writePageSettings(tools, accountId, after, ports.now());
      const who = { accountId, livemode: true, by: actorOf(request) } as Who;
      await note(tools, who, 'council.change', accountId, { fields: Object.keys(request.body) });
      return show(accountId, query);
    });
  });
}

/** Members open it from their page: nothing that a browser would run. */
function assertNotice(notice: Static<typeof NoticeSchema> | null | undefined): void {
  if (notice === null || notice === undefined) return;
  assertLine('privacy_notice.version', notice.version, 100);
  assertLine('privacy_notice.url', notice.url, 2_000);
  if (URL.canParse(notice.url) && notice.url.startsWith('https://')) return;
  throw invalidField(
    '`privacy_notice.url`',
    'must be an address that begins with https://.',
    'debe ser una dirección que empieza con https://.',
  );
}
