/** A council's settings for its members' pages, in the dashboard. */

import { type Static, Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import { nullable } from '../../http/schema.ts';
import { invalidField } from '../../http/text-rules.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type Operation, operationsWith, type Tools } from '../../operations/operation.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import { assertLine } from '../fields.ts';
import { note } from '../note-change.ts';
import { readPageSettings, writePageSettings } from './pg-page-settings.ts';

const NoticeSchema = Type.Object({
  version: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Such as 2026-01; stored with each consent.',
  }),
  url: Type.String({
    minLength: 1,
    maxLength: 2_000,
    description: 'The https URL at which members read it.',
  }),
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

export type OwnPageSettingsPorts = { records: Pick<Database, 'query'>; mail: Mailer | undefined };

const { acting, running } = operationsWith<OwnPageSettingsPorts>();

const TAG = 'Council';
const Answered = Type.Object({ own_page: OwnPageSchema });

/** These settings are the same in both modes, so the operations take no mode. */
export const OWN_PAGE_SETTINGS_OPERATIONS: readonly Operation<OwnPageSettingsPorts>[] = [
  acting({
    method: 'GET',
    path: '/council/own-page',
    operationId: 'getOwnPageSettings',
    scope: 'programs:read',
    tag: TAG,
    summary: "Read what the council chose for its members' pages",
    answers: { 200: Answered },
    refusals: [],
    act: async (ports, { who, baseUrl }) => ({
      status: 200,
      body: await show({ ...ports, query: ports.records.query }, who, baseUrl),
    }),
  }),
  running({
    method: 'PATCH',
    path: '/council/own-page',
    operationId: 'updateOwnPageSettings',
    scope: 'programs:write',
    tag: TAG,
    summary: "Change what the council chose for its members' pages",
    body: Change,
    answers: { 200: Answered },
    refusals: [],
    run: async (tools, { who, body, baseUrl }) => {
      const { accountId } = who;
      const { remind_members, privacy_notice } = body;
      assertNotice(privacy_notice);
      await tools.query('select from accounts where id = $1 for no key update', [accountId], 'lock-own-page');
      const before = await readPageSettings(tools, accountId);
      const after = {
        remindMembers: remind_members ?? before?.remindMembers ?? false,
        privacyNotice: privacy_notice === undefined ? before?.privacyNotice : (privacy_notice ?? undefined),
      };
      await writePageSettings(tools, accountId, after, tools.now());
      await note(tools, who, 'council.change', accountId, { fields: Object.keys(body) });
      return { status: 200, body: await show(tools, who, baseUrl) };
    },
  }),
];

async function show(
  ports: Pick<OwnPageSettingsPorts, 'mail'> & Pick<Tools, 'query'>,
  { accountId }: Owner,
  baseUrl: string,
) {
  const settings = await readPageSettings(ports, accountId);
  return {
    own_page: {
      url: `${baseUrl}/my/${accountId}`,
      mail: ports.mail !== undefined,
      remind_members: settings?.remindMembers ?? false,
      privacy_notice: settings?.privacyNotice ?? null,
    },
  };
}

/**
 * Checks the address of the notice. Members open it from their page, so it must be nothing that a browser would run.
 */
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
