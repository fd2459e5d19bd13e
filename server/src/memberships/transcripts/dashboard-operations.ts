/** A member's whole record, for their page in the dashboard: how much of every award counts, and why. */

import { Type } from 'typebox';
import { type Operation, operation } from '../../operations/operation.ts';
import { buildTranscript } from './build-transcript.ts';
import { TranscriptSchema } from './transcript.ts';

export const TRANSCRIPT_DASHBOARD_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/members/:id/record',
    operationId: 'readMemberRecord',
    scope: 'awards:read',
    alsoScope: 'members:read',
    tag: 'Members',
    summary: "A member's terms, awards and ledger",
    params: Type.Object({ id: Type.String() }),
    answers: { 200: Type.Object({ transcript: TranscriptSchema }) },
    refusals: [404],
    run: async (tools, { who, params }) => ({
      status: 200,
      body: { transcript: await buildTranscript(tools, who, params.id, {}) },
    }),
  }),
];
