/**
 * Mails the people of an organiser the address of their desk. The mail contains no secret: whoever enters requests a
 * code.
 */

import { Type } from 'typebox';
import type { Aside } from '../../kernel/aside.ts';
import { AppError } from '../../kernel/errors.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { invalidTransition, refuse } from '../../operations/refusal.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import { claimMails, type MailClaimPorts } from '../../people/teams/mail-claims.ts';
import { note } from '../note-change.ts';
import { sendQuietly } from '../own-page/mail/send-quietly.ts';
import { readPageSettings } from '../own-page/pg-page-settings.ts';
import { organizerNamed } from './find-organizer.ts';
import { deskUrl, ORGANIZER_TAG } from './organizer.ts';
import { invitationMail } from './organizer-mails.ts';

const MAX_AN_HOUR = 20;

export type InvitePorts = MailClaimPorts & { mail: Mailer | undefined; aside: Aside };

/** In the dashboard alone. */
export const INVITE_OPERATIONS: readonly Operation<InvitePorts>[] = [
  operationsWith<InvitePorts>().running({
    method: 'POST',
    path: '/organizers/:id/invite',
    operationId: 'inviteOrganizer',
    scope: 'courses:accredit',
    tag: ORGANIZER_TAG,
    summary: "Write an organiser's people where their desk is",
    params: Type.Object({ id: Type.String() }),
    answers: { 202: Type.Object({ mailed: Type.Integer({ description: 'To how many addresses.' }) }) },
    refusals: [404, 'invalid_transition', 'mail_not_configured', 'rate_limit_exceeded'],
    before: async (ports, { who, params }) => {
      const organizer = await organizerNamed({ query: ports.records.query }, who, params.id);
      await claimMails(ports, {
        accountId: who.accountId,
        what: 'organizer invitations',
        mostAnHour: MAX_AN_HOUR,
        addresses: organizer.emails,
        refusal: {
          en: `An account may invite ${MAX_AN_HOUR} organisers an hour, and write to one address a few times a day. Nothing was sent; try again in {wait}.`,
          es: `Una cuenta puede invitar a ${MAX_AN_HOUR} organizadores por hora y escribir a un mismo correo unas cuantas veces al día. No se envió nada; intente de nuevo en {wait}.`,
        },
      });
    },
    run: async (tools, { who, params, baseUrl, language }) => {
      const { mail } = tools;
      if (mail === undefined) throw mailMissing();
      const organizer = await organizerNamed(tools, who, params.id);
      if (organizer.status === 'paused') refuse(pausedNow(organizer.id));
      const council = (await readPageSettings(tools, who.accountId))?.name ?? '';
      const sender = { council, url: deskUrl(baseUrl, who.accountId), livemode: organizer.livemode };
      await note(tools, who, 'organizer.invite', organizer.id, { addresses: organizer.emails.length });
      return {
        status: 202,
        body: { mailed: organizer.emails.length },
        afterwards: () =>
          tools.aside.start('mail organiser', async () => {
            for (const email of organizer.emails)
              await sendQuietly(mail, invitationMail(sender, email, organizer.name, language));
          }),
      };
    },
  }),
];

function pausedNow(id: string) {
  return invalidTransition(id, 'paused', 'invited', {
    en: 'Its desk is closed. Activate it first.',
    es: 'Su portal está cerrado. Actívelo primero.',
  });
}

function mailMissing(): AppError {
  return new AppError('mail_not_configured', {
    en: 'This service sends no mail, so nobody can enter a desk. Ask whoever runs it to set SELLO_SMTP_URL.',
    es: 'Este servicio no envía correo, así que nadie puede entrar a un portal. Pida a quien lo opera que configure SELLO_SMTP_URL.',
  });
}
