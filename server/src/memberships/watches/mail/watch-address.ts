/** An address that is mailed when the standing of a followed member changes or a watch ends. */

import { type Static, Type } from 'typebox';
import type { Language } from '../../../http/language.ts';
import { nullable, oneOf } from '../../../http/schema.ts';
import type { AccountId, WatchAddressId } from '../../../kernel/ids.ts';
import { EXAMPLE_TIMES, exampleId } from '../../examples.ts';
import { LOCALES } from '../../members/member.ts';

export const ADDRESS_STATUSES = ['unconfirmed', 'confirmed', 'unsubscribed'] as const;

/** The most addresses of an account, in each mode. */
export const MOST_ADDRESSES = 5;

export type WatchAddress = {
  id: WatchAddressId;
  accountId: AccountId;
  livemode: boolean;
  email: string;
  language: Language;
  status: (typeof ADDRESS_STATUSES)[number];
  mailedAt: Date | undefined;
  /** When the recipient confirmed the address or ended the mails. */
  answeredAt: Date | undefined;
  isRemoved: boolean;
  createdAt: Date;
  updatedAt: Date;
};

const EXAMPLE_ADDRESS = {
  id: exampleId('wad'),
  object: 'watch_address',
  livemode: true,
  email: 'personal@hospital.example',
  language: 'es',
  status: 'confirmed',
  answered_at: EXAMPLE_TIMES.created_at,
  mailed_at: EXAMPLE_TIMES.updated_at,
  ...EXAMPLE_TIMES,
};

const Time = Type.String({ format: 'date-time' });

export const WatchAddressSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Unsafe<'watch_address'>({ type: 'string', const: 'watch_address' }),
    livemode: Type.Boolean(),
    email: Type.String({ description: 'The address.' }),
    language: oneOf(LOCALES, { description: 'Of the mails.' }),
    status: oneOf(ADDRESS_STATUSES, {
      description:
        '`unconfirmed`: nobody has opened the mailed link, and nothing else is mailed. `unsubscribed`: whoever reads the mails ended them.',
    }),
    answered_at: nullable(
      Type.String({ format: 'date-time', description: 'When the address was confirmed or unsubscribed.' }),
    ),
    mailed_at: nullable(
      Type.String({ format: 'date-time', description: 'When a mail about changes was last sent.' }),
    ),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'WatchAddress', examples: [EXAMPLE_ADDRESS] },
);

export function toAddressRecord(address: WatchAddress): Static<typeof WatchAddressSchema> {
  return {
    id: address.id,
    object: 'watch_address',
    livemode: address.livemode,
    email: address.email,
    language: address.language,
    status: address.status,
    answered_at: address.answeredAt?.toISOString() ?? null,
    mailed_at: address.mailedAt?.toISOString() ?? null,
    created_at: address.createdAt.toISOString(),
    updated_at: address.updatedAt.toISOString(),
  };
}
