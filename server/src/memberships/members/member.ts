/** A member: a person on the register of a council. */

import type { ClockId, MemberId } from '../../kernel/ids.ts';

export const MEMBER_STATUSES = ['active', 'suspended', 'deceased', 'anonymised'] as const;

export type MemberStatus = (typeof MEMBER_STATUSES)[number];

export const LOCALES = ['es', 'en'] as const;

/** What a public page may show besides the name. Never CURP or RFC, even on request. */
export const PUBLIC_FIELDS = [
  'member_number',
  'professional_license',
  'specialty_license',
  'email',
  'phone',
  'diplomas',
] as const;

export type PublicField = (typeof PUBLIC_FIELDS)[number];

export type Consent = { given_at: string; notice_version: string; channel: string };

/** An identifier: encrypted for display, and as a keyed hash by which it is found. */
export type SealedIdentifier = { sealed: string; mac: Uint8Array };

export type Member = {
  id: MemberId;
  livemode: boolean;
  memberNumber: string;
  /** Empty after the member was anonymised. */
  givenName: string;
  firstSurname: string;
  secondSurname: string | undefined;
  email: string | undefined;
  phone: string | undefined;
  curp: SealedIdentifier | undefined;
  rfc: SealedIdentifier | undefined;
  professionalLicense: string | undefined;
  specialty: string | undefined;
  specialtyLicense: string | undefined;
  locale: (typeof LOCALES)[number];
  memberSince: string | undefined;
  status: MemberStatus;
  /** Since when the member is not active, and why. */
  suspendedOn: string | undefined;
  suspendReason: string | undefined;
  consent: Consent | undefined;
  publicProfile: boolean;
  publicFields: readonly PublicField[];
  publicCode: string;
  externalId: string | undefined;
  metadata: Record<string, string>;
  /** The test clock under which the member lives. It is chosen when the member is made, and never changed. */
  clockId: ClockId | undefined;
  createdAt: Date;
  updatedAt: Date;
};

/** The personal fields as they are for a new member and after anonymising: empty. */
export const NO_PERSON = {
  givenName: '',
  firstSurname: '',
  secondSurname: undefined,
  email: undefined,
  phone: undefined,
  curp: undefined,
  rfc: undefined,
  professionalLicense: undefined,
  specialty: undefined,
  specialtyLicense: undefined,
} satisfies Partial<Member>;

export type MemberVerb = 'suspend' | 'reactivate' | 'deceased';

/** The steps between statuses. A death can be undone, because it may have been recorded by mistake. */
export const STEPS: Record<MemberVerb, { from: readonly MemberStatus[]; to: MemberStatus }> = {
  suspend: { from: ['active'], to: 'suspended' },
  reactivate: { from: ['suspended', 'deceased'], to: 'active' },
  deceased: { from: ['active', 'suspended'], to: 'deceased' },
};
