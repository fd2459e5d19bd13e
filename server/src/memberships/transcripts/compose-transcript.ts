/** The certified transcript, as of the requested day. */

import type { Static } from 'typebox';
import { readLook } from '../council/pg-council.ts';
import type { Compose } from '../documents/issue-document.ts';
import { readMembers } from '../members/pg-members.ts';
import { memberAnonymised } from '../members/refusals.ts';
import type { AskedParameters } from './asked.ts';
import { buildTranscript } from './build-transcript.ts';
import { toContent } from './transcript-content.ts';

export const composeTranscript: Compose = async (tools, owner, { memberId, asked }) => {
  const [member] = await readMembers(tools, owner, [memberId]);
  if (member?.status === 'anonymised') throw memberAnonymised();
  // Checked by the operation's schema before it was stored.
  const wanted = (asked ?? {}) as Static<typeof AskedParameters>;
  const transcript = await buildTranscript(tools, owner, memberId, wanted);
  return { content: toContent(transcript, await readLook(tools, owner.accountId)) };
};
