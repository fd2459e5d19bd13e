/** Merges two members that are the same person: everything moves to the one that stays. */

import { AppError } from '../../../kernel/errors.ts';
import { type MemberId, parseId } from '../../../kernel/ids.ts';
import { forgetAnswers } from '../../../operations/idempotency/idempotency.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { assertMay } from '../../../operations/refusal.ts';
import { refreshTerms } from '../../membership/terms/refresh-terms.ts';
import { note } from '../../note-change.ts';
import { mergeOwn } from '../../own-page/entrance/own-mailbox.ts';
import { assertReason } from '../../reason.ts';
import { assertMembersNotHeld } from '../find-member.ts';
import { identifierOpener, openIdentifierSealer, openMacs } from '../identifiers.ts';
import type { Member } from '../member.ts';
import { readMembers, updateMembers } from '../pg-members.ts';
import { memberAnonymised, memberNotFound } from '../refusals.ts';
import { blankMember } from './anonymise-member.ts';
import { readRecords } from './forget-person.ts';
import { moveAwards } from './move-awards.ts';
import { forgetPlaces, movePlaces } from './person-data.ts';
import { assertNoneInBoth, moveMemberships, noteMerged, readWhatMoves } from './pg-move-memberships.ts';

type Merge = { into: string; reason: string };

export async function mergeMembers(tools: Tools, who: Who, id: string, asked: Merge): Promise<Member> {
  assertReason(asked.reason);
  await assertMembersNotHeld(tools, who, [id, asked.into]);
  const { from, into } = await lockBoth(tools, who, id, asked.into);
  await assertMayMove(tools, who, from.id);
  await assertNoneInBoth(tools, from.id, into.id);
  const awards = await moveAwards(tools, who, from.id, into.id, asked.reason);
  await moveMemberships(tools, from.id, into.id, tools.now());
  await movePlaces(tools, from.id, into.id);
  await mergeOwn(tools, from.id, into.id);
  const filled = await fillIn(tools, who, into, from);
  const records = await readRecords(tools, [from.id]);
  await blankMember(tools, who, from, asked.reason);
  await noteMerged(tools, from.id, into.id);
  await forgetPlaces(tools, who, from);
  await forgetAnswers(tools, who.accountId, records);
  await updateMembers(tools, who, [filled]);
  await refreshTerms(tools, who, [from.id, into.id]);
  await note(tools, who, 'member.merge', from.id, { into: into.id, awards });
  return filled;
}

async function lockBoth(tools: Tools, who: Who, id: string, other: string) {
  const [fromId, intoId] = [parseId('mem', id), parseId('mem', other)];
  if (fromId !== undefined && fromId === intoId) throw sameMember();
  const ids = [fromId, intoId].filter((one) => one !== undefined);
  const members = await readMembers(tools, who, ids, { isToChange: true });
  const from = members.find((member) => member.id === fromId);
  if (from === undefined) throw memberNotFound();
  const into = members.find((member) => member.id === intoId);
  if (into === undefined) throw unknownInto();
  if (from.status === 'anonymised' || into.status === 'anonymised') throw memberAnonymised();
  if (from.clockId !== into.clockId) throw otherClock();
  return { from, into };
}

/** Merging also moves awards and memberships, so the caller needs the scopes for these changes too. */
async function assertMayMove(tools: Tools, who: Who, from: MemberId): Promise<void> {
  const { approved, pending, memberships } = await readWhatMoves(tools, from);
  if (approved) assertMay(who, 'awards:approve');
  if (approved || pending) assertMay(who, 'awards:write');
  if (memberships) assertMay(who, 'memberships:write');
}

/**
 * Fills in the fields that the remaining member lacks and keeps the others. Identifiers are encrypted again for the
 * remaining member's row.
 */
async function fillIn(tools: Tools, who: Who, into: Member, from: Member): Promise<Member> {
  const open = identifierOpener(tools, who);
  const seal = await openIdentifierSealer(tools, who);
  const macOf = await openMacs(tools, who);
  const identifier = async (field: 'curp' | 'rfc') => {
    const given = from[field];
    if (into[field] !== undefined || given === undefined) return into[field];
    const value = await open(from.id, field, given.sealed);
    return { sealed: seal(into.id, field, value), mac: macOf(field, value) };
  };
  return {
    ...into,
    secondSurname: into.secondSurname ?? from.secondSurname,
    email: into.email ?? from.email,
    phone: into.phone ?? from.phone,
    curp: await identifier('curp'),
    rfc: await identifier('rfc'),
    professionalLicense: into.professionalLicense ?? from.professionalLicense,
    specialty: into.specialty ?? from.specialty,
    specialtyLicense: into.specialtyLicense ?? from.specialtyLicense,
    memberSince: into.memberSince ?? from.memberSince,
    metadata: { ...from.metadata, ...into.metadata },
    updatedAt: tools.now(),
  };
}

function otherClock(): AppError {
  return new AppError('validation_failed', {
    en: '`into` must live under the same test clock, or neither may have one: otherwise their terms belong to different days.',
    es: '`into` debe estar en el mismo reloj de prueba, o ninguno debe tener uno: de otro modo sus periodos son de días distintos.',
  });
}

function sameMember(): AppError {
  return new AppError('validation_failed', {
    en: '`into` must be another member.',
    es: '`into` debe ser otro miembro.',
  });
}

function unknownInto(): AppError {
  return new AppError('not_found', {
    en: '`into`: there is no member with this id in your account.',
    es: '`into`: no hay ningún miembro con este id en su cuenta.',
  });
}
