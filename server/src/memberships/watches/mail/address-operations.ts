/** The operations on the addresses that are mailed about followed members. */

import { Type } from 'typebox';
import { oneOf } from '../../../http/schema.ts';
import { AppError } from '../../../kernel/errors.ts';
import { parseId } from '../../../kernel/ids.ts';
import { LIST_QUERY, PaginationSchema } from '../../../operations/list.ts';
import { type Operation, operation, operationsWith } from '../../../operations/operation.ts';
import type { Throttle } from '../../../people/login/ports.ts';
import { optional } from '../../fields.ts';
import { assertEmail } from '../../members/apply-input.ts';
import { LOCALES } from '../../members/member.ts';
import { note } from '../../note-change.ts';
import { askAddress, claimLink } from './ask-address.ts';
import { findAddress, listAddresses, removeAddress } from './pg-watch-addresses.ts';
import { MOST_ADDRESSES, toAddressRecord, WatchAddressSchema } from './watch-address.ts';
import type { WatchMail } from './watch-mail.ts';

const TAG = 'Watches';
const AddressAnswer = Type.Object({ watch_address: WatchAddressSchema });

export type AddressPorts = {
  throttle: Throttle;
  /** Undefined if no mail is sent. */
  watchMail: WatchMail | undefined;
};

/** For API keys and for people. */
export const WATCH_ADDRESS_OPERATIONS: readonly Operation<AddressPorts>[] = [create(), list(), remove()];

function create(): Operation<AddressPorts> {
  return operationsWith<AddressPorts>().running({
    method: 'POST',
    path: '/watch-addresses',
    operationId: 'createWatchAddress',
    scope: 'watches:write',
    tag: TAG,
    summary: 'Have an address mailed about followed members',
    description: `A link is mailed to the address, and works for two days. Once somebody has opened it and confirmed, the address is mailed when a followed member’s certification lapses, is suspended or revoked, is in force again, or is followed no more: within a minute, with all changes of that moment in one mail; after ten mails in a day, once an hour. Each mail has a link that ends the mails. Calling this again for an address that is not confirmed mails a new link, at most three a day. An account has at most ${MOST_ADDRESSES} addresses. In test mode nobody is mailed.`,
    body: Type.Object(
      {
        email: Type.String({ maxLength: 254, description: 'The address.' }),
        language: optional(oneOf(LOCALES, { default: 'es', description: 'Of the mails.' })),
      },
      { examples: [{ email: 'personal@hospital.example', language: 'es' }] },
    ),
    answers: {
      200: { ...AddressAnswer, description: 'The address that was there already.' },
      201: { ...AddressAnswer, description: 'The address, unconfirmed.' },
    },
    refusals: ['mail_not_configured', 'invalid_transition', 'rate_limit_exceeded'],
    before: async ({ throttle, watchMail, now }, { who, body }) => {
      if (watchMail === undefined && who.livemode) throw noMail();
      const email = assertEmail(body.email);
      await claimLink({ throttle, now }, who, email);
      return email;
    },
    run: async (tools, { who, body }, email) => {
      const { address, isNew } = await askAddress(tools, who, { email, language: body.language ?? 'es' });
      return {
        status: isNew ? 201 : 200,
        body: { watch_address: toAddressRecord(address) },
        ...(isNew && { location: `/watch-addresses/${address.id}` }),
      };
    },
  });
}

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/watch-addresses',
    operationId: 'listWatchAddresses',
    scope: 'watches:read',
    tag: TAG,
    summary: 'List the addresses that are mailed',
    query: Type.Object(LIST_QUERY),
    answers: {
      200: Type.Object(
        { watch_addresses: Type.Array(WatchAddressSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query }) => {
      const { addresses, pagination } = await listAddresses(tools, who, query);
      return { status: 200, body: { watch_addresses: addresses.map(toAddressRecord), pagination } };
    },
  });
}

function remove(): Operation {
  return operation({
    method: 'DELETE',
    path: '/watch-addresses/:id',
    operationId: 'deleteWatchAddress',
    scope: 'watches:write',
    tag: TAG,
    summary: 'Mail an address no more',
    params: Type.Object({ id: Type.String() }),
    answers: { 204: Type.Null({ description: 'It is mailed no more.' }) },
    refusals: [404],
    run: async (tools, { who, params }) => {
      const id = parseId('wad', params.id);
      const address = id && (await findAddress(tools, who, id));
      if (address === undefined) throw unknownAddress();
      await removeAddress(tools, address, tools.now());
      await note(tools, who, 'watch.remove_address', address.id);
      return { status: 204 };
    },
  });
}

function unknownAddress(): AppError {
  return new AppError('not_found', {
    en: 'There is no address for watches with this id in your account.',
    es: 'No hay ningún correo para vigilancias con este id en su cuenta.',
  });
}

function noMail(): AppError {
  return new AppError('mail_not_configured', {
    en: 'This service sends no mail. Ask whoever runs it to set SELLO_SMTP_URL, or listen to the events by webhook.',
    es: 'Este servicio no envía correo. Pida a quien lo opera que configure SELLO_SMTP_URL, o reciba los eventos por webhook.',
  });
}
