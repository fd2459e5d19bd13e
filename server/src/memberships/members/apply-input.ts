/**
 * Applies a caller's input to a member, and checks each field. Used for new members, changes and imported rows.
 */

import { parseDay } from '@sello/rules';
import { invalidField } from '../../http/text-rules.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { assertLine, assertMetadata, dayOf, mergeMetadata } from '../fields.ts';
import { curpOf } from './curp.ts';
import { type IdentifierField, openIdentifierSealer, openMacs } from './identifiers.ts';
import type { Consent, Member, SealedIdentifier } from './member.ts';
import type { MemberChange } from './member-input.ts';
import { consentMissing } from './refusals.ts';
import { rfcOf } from './rfc.ts';

export type ApplyInput = (before: Member, input: MemberChange) => Member;

/** Makes the function that applies input. It is made once for any number of members. */
export async function openApplyInput(
  tools: Pick<Tools, 'now' | 'serverKeys' | 'randomBytes'>,
  owner: Owner,
): Promise<ApplyInput> {
  const macOf = await openMacs(tools, owner);
  const seal = await openIdentifierSealer(tools, owner);
  const identifier =
    (member: Member, field: IdentifierField) =>
    (value: string): SealedIdentifier => {
      const mac = macOf(field, value);
      // If the value is the same as before, nothing changes.
      const before = member[field];
      if (before !== undefined && Buffer.compare(before.mac, mac) === 0) return before;
      return { sealed: seal(member.id, field, value), mac };
    };
  return (before, input) => {
    assertMetadata(input.metadata);
    const after: Member = {
      ...before,
      ...linesOf(input),
      ...(input.locale !== undefined && { locale: input.locale }),
      ...changed(input.email, 'email', (email) => assertEmail(email)),
      ...changed(input.member_since, 'memberSince', (day) => dayOf('member_since', day)),
      ...changed(input.curp, 'curp', (curp) => identifier(before, 'curp')(curpOf(curp))),
      ...changed(input.rfc, 'rfc', (rfc) => identifier(before, 'rfc')(rfcOf(rfc))),
      ...(input.public_fields !== undefined && { publicFields: input.public_fields }),
      ...(input.metadata !== undefined && { metadata: mergeMetadata(before.metadata, input.metadata) }),
    };
    return withConsent(tools, after, input);
  };
}

const LINES = {
  member_number: ['memberNumber', 50],
  given_name: ['givenName', 200],
  first_surname: ['firstSurname', 200],
  second_surname: ['secondSurname', 200],
  phone: ['phone', 50],
  professional_license: ['professionalLicense', 50],
  specialty: ['specialty', 200],
  specialty_license: ['specialtyLicense', 50],
  external_id: ['externalId', 100],
} as const satisfies Partial<Record<keyof MemberChange, readonly [keyof Member, number]>>;

function linesOf(input: MemberChange): Partial<Member> {
  const lines = Object.entries(LINES).flatMap(([field, [name, maxChars]]) => {
    const value = input[field as keyof typeof LINES];
    if (value === undefined) return [];
    assertLine(field, value, maxChars);
    return [[name, value?.trim()]];
  });
  return Object.fromEntries(lines);
}

/** The value after the change. Null clears a field, and a field that is not named keeps its value. */
function changed<Name extends keyof Member, Value>(
  value: string | null | undefined,
  name: Name,
  read: (value: string) => Value,
): Partial<Record<Name, Value | undefined>> {
  if (value === undefined) return {};
  return { [name]: value === null ? undefined : read(value) } as Partial<Record<Name, Value | undefined>>;
}

/** Returns the address in its stored form, or throws. */
export function assertEmail(text: string, field = 'email'): string {
  const email = text.trim();
  assertLine(field, email, 254);
  if (/^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/u.test(email)) return email;
  throw invalidField(
    `\`${field}\``,
    'must be an e-mail address such as ana@example.com.',
    'debe ser una dirección de correo como ana@example.com.',
  );
}

/** Without consent a member is not public; asking to be public requires consent. */
function withConsent({ now }: Pick<Tools, 'now'>, member: Member, input: MemberChange): Member {
  const consent = input.consent === undefined ? member.consent : consentOf(input.consent, now());
  const isPublic = input.public_profile ?? (consent !== undefined && member.publicProfile);
  if (isPublic && consent === undefined) throw consentMissing();
  return { ...member, consent, publicProfile: isPublic };
}

function consentOf(input: NonNullable<MemberChange['consent']> | null, now: Date): Consent | undefined {
  if (input === null) return undefined;
  assertLine('consent.notice_version', input.notice_version, 100);
  assertLine('consent.channel', input.channel, 100);
  return {
    given_at: momentOf(input.given_at, now),
    notice_version: input.notice_version,
    channel: input.channel,
  };
}

function momentOf(text: string | undefined, now: Date): string {
  if (text === undefined) return now.toISOString();
  const isOne = parseDay(text) !== null || MOMENT.test(text);
  if (isOne) dayOf('consent.given_at', text.slice(0, 10));
  // One day more than now is allowed, because the day of the account may be ahead of UTC.
  if (isOne && new Date(text).getTime() <= now.getTime() + 86_400_000) return text;
  throw invalidField(
    '`consent.given_at`',
    'must be a day or a time with its zone that is not in the future.',
    'debe ser un día o una hora con su zona que no esté en el futuro.',
  );
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
