/** Opens the membership of one member in a program. */

import { AppError } from '../../kernel/errors.ts';
import { type MemberId, type MembershipId, parseId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { assertLine, assertMetadata, dayOf } from '../fields.ts';
import { lockMembers } from '../members/pg-lock-members.ts';
import { memberNotFound } from '../members/refusals.ts';
import { note } from '../note-change.ts';
import { assertAnchor } from '../programs/anchor.ts';
import { findProgram, lockProgram } from '../programs/pg-programs.ts';
import type { Program } from '../programs/program.ts';
import { programNotFound } from '../programs/refusals.ts';
import { openMemberships } from './open-memberships.ts';
import { findOpenMemberships } from './pg-open-memberships.ts';
import { assertNotAnonymised } from './refusals.ts';

type AskedMembership = {
  program_id: string;
  starts_on?: string;
  tracks?: string[];
  first_term_number?: number;
  anchor?: string | null;
  external_id?: string;
  metadata?: Record<string, string>;
};

export async function openMembership(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  member: string,
  asked: AskedMembership,
): Promise<MembershipId> {
  assertLine('external_id', asked.external_id, 100);
  assertMetadata(asked.metadata);
  const memberId = parseId('mem', member);
  const memberStatus = memberId && (await lockMembers(tools, who, [memberId])).get(memberId);
  if (memberId === undefined || memberStatus === undefined) throw memberNotFound();
  const startsOn = dayOf('starts_on', asked.starts_on ?? (await todayOf(tools, who, { memberId })));
  assertMayJoin(memberStatus);
  const program = await activeProgram(tools, who, asked.program_id);
  await assertNotJoined(tools, program, memberId);
  assertAnchor(program.rules, asked.anchor);
  const [opened] = await openMemberships(tools, who, [
    {
      memberId,
      memberStatus,
      program,
      startsOn,
      tracks: asked.tracks ?? [],
      firstTermNumber: asked.first_term_number ?? 1,
      anchor: asked.anchor ? dayOf('anchor', asked.anchor) : undefined,
      externalId: asked.external_id,
      metadata: asked.metadata ?? {},
    },
  ]);
  if (opened === undefined) throw new Error('A membership was not opened');
  await note(tools, who, 'membership.create', opened.id, {
    member_id: memberId,
    program_id: program.id,
    starts_on: startsOn,
  });
  return opened.id;
}

function assertMayJoin(memberStatus: string): void {
  assertNotAnonymised(memberStatus);
  if (memberStatus !== 'deceased') return;
  throw new AppError('invalid_transition', {
    en: 'The member is `deceased` and cannot join a program.',
    es: 'El miembro está en `deceased` y no puede entrar a un programa.',
  });
}

async function activeProgram(tools: Pick<Tools, 'query'>, who: Who, id: string): Promise<Program> {
  const programId = parseId('prg', id);
  // The program is locked, so that this and a change of its rules or its retirement wait for each other.
  if (programId !== undefined) await lockProgram(tools, who, programId, 'share');
  const program = programId && (await findProgram(tools, who, programId));
  if (program === undefined) throw programNotFound();
  if (program.status === 'active') return program;
  throw programNotActive(program);
}

export function programNotActive({ status }: Program): AppError {
  return new AppError('program_not_active', {
    en: `The program is \`${status}\` and takes no new memberships. Activate it, or choose another.`,
    es: `El programa está en \`${status}\` y no recibe membresías nuevas. Actívelo o elija otro.`,
  });
}

async function assertNotJoined(
  tools: Pick<Tools, 'query'>,
  program: Program,
  memberId: MemberId,
): Promise<void> {
  const open = (await findOpenMemberships(tools, program.id, [memberId])).get(memberId);
  if (open === undefined) return;
  throw new AppError('membership_exists', {
    en: `The member has a membership in this program already: ${open}. End it first.`,
    es: `El miembro ya tiene una membresía en este programa: ${open}. Termínela primero.`,
  });
}
