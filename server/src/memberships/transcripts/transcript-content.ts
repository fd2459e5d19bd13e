/** The content that a certified transcript prints. */

import type { Static } from 'typebox';
import type { CouncilLook } from '../council/look.ts';
import { readLook } from '../council/pg-council.ts';
import type { TranscriptContent } from '../documents/content.ts';
import type { Compose } from '../documents/issue-document.ts';
import { fullName } from '../members/full-name.ts';
import { readMembers } from '../members/pg-members.ts';
import { memberAnonymised } from '../members/refusals.ts';
import type { AskedParameters } from './asked.ts';
import { buildTranscript } from './build-transcript.ts';
import type { Transcript } from './transcript.ts';

export const composeTranscript: Compose = async (tools, owner, { memberId, asked }) => {
  const [member] = await readMembers(tools, owner, [memberId]);
  if (member?.status === 'anonymised') throw memberAnonymised();
  // The value was checked by the operation's schema before it was stored.
  const wanted = (asked ?? {}) as Static<typeof AskedParameters>;
  const transcript = await buildTranscript(tools, owner, memberId, wanted);
  return { content: toContent(transcript, await readLook(tools, owner.accountId)) };
};

export function toContent(transcript: Transcript, council: CouncilLook): TranscriptContent {
  const { member, programs, memberships, awards, ledger, as_of } = transcript;
  const nameOf = (id: string) => programs.find((program) => program.id === id);
  return {
    kind: 'transcript',
    council,
    as_of,
    holder: fullName({
      givenName: member.given_name,
      firstSurname: member.first_surname,
      secondSurname: member.second_surname ?? undefined,
    }),
    member_number: member.member_number,
    professional_license: member.professional_license,
    memberships: memberships.map(({ program_id, standing, valid_until }) => ({
      program: nameOf(program_id)?.name ?? program_id,
      standing,
      valid_until,
    })),
    terms: memberships.flatMap(({ program_id, terms }) =>
      terms.flatMap(({ evaluation, number, starts_on, ends_on, extended_until }) =>
        evaluation === null
          ? []
          : {
              program: nameOf(program_id)?.name ?? program_id,
              unit: nameOf(program_id)?.unit ?? '',
              number,
              starts_on,
              ends_on,
              extended_until,
              met: evaluation.met,
              counted: evaluation.counted,
              carried_in: evaluation.carried_in,
              requirements: evaluation.requirements.map(({ name, min, have, met }) => ({
                name,
                min,
                have,
                met,
              })),
            },
      ),
    ),
    awards: awards.flatMap(({ completed_on, title, role, lines }) =>
      lines.map(({ program_id, category, points, counted, because }) => ({
        completed_on,
        title,
        role,
        program: nameOf(program_id)?.name ?? program_id,
        category,
        points,
        counted,
        because,
      })),
    ),
    ledger: { entries: ledger.entries.length, head: ledger.head?.hash ?? null },
    transcript_sha256: transcript.sha256,
  };
}
