/** Changes that members make themselves: consent, public page, contact; and requests for renewal. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { parseId } from '../../kernel/ids.ts';
import { type Operation, type Outside, operationsWith } from '../../operations/operation.ts';
import { originOf } from '../../people/login/person.ts';
import { changeMember } from '../members/change-member.ts';
import { LOCALES, PUBLIC_FIELDS } from '../members/member.ts';
import { findMembership } from '../membership/pg-memberships.ts';
import { membershipNotFound } from '../membership/refusals.ts';
import { OF_A_MEMBER, OF_A_RENEWAL } from '../refusal-groups.ts';
import { requestRenewal } from '../renewals/request-renewal.ts';
import { askForNewAddress, confirmNewAddress } from './change-contact.ts';
import type { EntrancePorts } from './entrance/enter-by-code.ts';
import { giveConsent, withdrawConsent } from './give-consent.ts';
import { councilOf, DONE, Done, type OwnWho, PageAndId, PageParams, TAG } from './member-operation.ts';

export type ContactPorts = EntrancePorts & Pick<Outside, 'records'>;

const { acting, running } = operationsWith<ContactPorts, OwnWho>();

export const OWN_CHANGE_OPERATIONS: readonly Operation<ContactPorts, OwnWho>[] = [
  running({
    method: 'PUT',
    path: '/consent',
    operationId: 'giveOwnConsent',
    scope: 'own page',
    tag: TAG,
    summary: 'Give consent to the privacy notice',
    params: PageParams,
    body: Type.Object({ notice_version: Type.String({ minLength: 1, maxLength: 100 }) }),
    answers: { 200: Done },
    refusals: [404, 'consent_by_link', 'version_conflict', ...OF_A_MEMBER, 'member_anonymised'],
    run: async (tools, { who, params, body }) => {
      const { privacyNotice } = await councilOf(tools, params);
      await giveConsent(tools, who, who.session, privacyNotice, body.notice_version);
      return { status: 200, body: DONE };
    },
  }),
  running({
    method: 'DELETE',
    path: '/consent',
    operationId: 'withdrawOwnConsent',
    scope: 'own page',
    tag: TAG,
    summary: 'Take consent back',
    params: PageParams,
    answers: { 200: Done },
    refusals: [404, ...OF_A_MEMBER, 'member_anonymised'],
    run: async (tools, { who }) => {
      await withdrawConsent(tools, who, who.session);
      return { status: 200, body: DONE };
    },
  }),
  changeProfile(),
  askNewAddress(),
  acting({
    method: 'POST',
    path: '/email/confirm',
    operationId: 'confirmOwnEmail',
    scope: 'own page',
    tag: TAG,
    summary: 'Confirm a new e-mail with its code',
    params: PageParams,
    body: Type.Object({ code: Type.String({ maxLength: 20 }) }),
    answers: { 200: Done },
    refusals: [404, 'rate_limit_exceeded', 'invalid_token', ...OF_A_MEMBER, 'member_anonymised'],
    act: async (ports, { who, params, body, baseUrl, request }) => {
      const from = await senderOf(ports, params, baseUrl);
      await confirmNewAddress(ports, who, who.session, from, body.code, originOf(request));
      return { status: 200, body: DONE };
    },
  }),
  askRenewal(),
];

function changeProfile(): Operation<ContactPorts, OwnWho> {
  return running({
    method: 'PATCH',
    path: '/me',
    operationId: 'changeOwnProfile',
    scope: 'own page',
    tag: TAG,
    summary: 'Change phone, language and public page',
    params: PageParams,
    body: Type.Object({
      phone: Type.Optional(nullable(Type.String({ maxLength: 50 }))),
      locale: Type.Optional(oneOf(LOCALES)),
      public_profile: Type.Optional(Type.Boolean()),
      public_fields: Type.Optional(
        Type.Array(oneOf(PUBLIC_FIELDS), { uniqueItems: true, maxItems: PUBLIC_FIELDS.length }),
      ),
    }),
    answers: { 200: Done },
    refusals: [404, ...OF_A_MEMBER, 'member_anonymised'],
    run: async (tools, { who, body }) => {
      // Fields are picked one by one, because members may not change any others.
      const { phone, locale, public_profile, public_fields } = body;
      const wanted = {
        ...(phone !== undefined && { phone }),
        ...(locale !== undefined && { locale }),
        ...(public_profile !== undefined && { public_profile }),
        ...(public_fields !== undefined && { public_fields }),
      };
      await changeMember(tools, who, who.session.member.id, wanted);
      return { status: 200, body: DONE };
    },
  });
}

function askNewAddress(): Operation<ContactPorts, OwnWho> {
  return acting({
    method: 'POST',
    path: '/email',
    operationId: 'changeOwnEmail',
    scope: 'own page',
    tag: TAG,
    summary: 'Have a code mailed to a new e-mail',
    params: PageParams,
    body: Type.Object({ email: Type.String({ minLength: 3, maxLength: 254 }) }),
    answers: { 202: Type.Object({ sent: Type.Literal(true) }) },
    refusals: [404, 'rate_limit_exceeded', 'mail_not_configured'],
    act: async (ports, { who, params, body, baseUrl, request }) => {
      const from = await senderOf(ports, params, baseUrl);
      await askForNewAddress(ports, who, who.session, from, body.email, originOf(request));
      return { status: 202, body: { sent: true } };
    },
  });
}

/** The council's name, for mails about a new address. */
async function senderOf({ records }: ContactPorts, params: { account: string }, baseUrl: string) {
  const { name, accountId } = await councilOf(records, params);
  return { name, url: `${baseUrl}/my/${accountId}` };
}

function askRenewal(): Operation<ContactPorts, OwnWho> {
  return running({
    method: 'POST',
    path: '/memberships/:id/renewal',
    operationId: 'requestOwnRenewal',
    scope: 'own page',
    tag: TAG,
    summary: 'Ask for the renewal of a membership',
    params: PageAndId,
    answers: { 201: Done },
    refusals: [...OF_A_RENEWAL],
    run: async (tools, { who, params }) => {
      // Another member's membership gives the same 404 as an unknown one.
      const id = parseId('mbs', params.id);
      const found = id && (await findMembership(tools, who, id));
      if (found?.memberId !== who.session.member.id) throw membershipNotFound();
      await requestRenewal(tools, who, params.id, {});
      return { status: 201, body: DONE };
    },
  });
}
