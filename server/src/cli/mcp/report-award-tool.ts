/** The tool `report_award`: reports what a member attended or did. The award waits until somebody decides about it. */

import type { McpServer } from '@modelcontextprotocol/server';
import { type Static, Type } from 'typebox';
import { type Answer, addTool, type Desk, keyOf, ToolRefused } from './tool.ts';

const Input = Type.Object({
  member_id: Type.String({ description: 'mem_…' }),
  course_id: Type.Optional(
    Type.String({ description: 'crs_…, an accredited course. Either this or `activity`.' }),
  ),
  activity: Type.Optional(
    Type.Object({
      title: Type.String({ maxLength: 300 }),
      provider: Type.Optional(Type.String({ maxLength: 200 })),
      kind: Type.Optional(Type.String({ maxLength: 100 })),
    }),
  ),
  role: Type.Optional(
    Type.String({ description: 'A role that the course gives points to; by default `attendee`.' }),
  ),
  completed_on: Type.Optional(
    Type.String({ description: 'A day such as 2026-01-31. Needed with `activity`.' }),
  ),
  points: Type.Optional(
    Type.Array(
      Type.Object({
        program_id: Type.Optional(Type.String()),
        category: Type.String(),
        points: Type.Number(),
      }),
      { description: 'Needed with `activity`; a course has points of its own.' },
    ),
  ),
  evidence: Type.Optional(
    Type.Array(
      Type.Object({
        certificate_id: Type.Optional(Type.String()),
        url: Type.Optional(Type.String()),
        note: Type.Optional(Type.String()),
      }),
      { description: 'Each item has exactly one of the three.' },
    ),
  ),
});

const Output = Type.Object({
  award: Type.Object({
    id: Type.String(),
    status: Type.String(),
    livemode: Type.Boolean(),
    member_id: Type.String(),
    completed_on: Type.String(),
    points: Type.Array(
      Type.Object({ program_id: Type.String(), category: Type.String(), points: Type.Number() }),
    ),
  }),
});

export function reportAwardTool(server: McpServer, desk: Desk): void {
  addTool(server, {
    name: 'report_award',
    title: 'Report an award',
    description:
      'Reports that a member attended an accredited course or did another activity. It uses up no certificate, and does not count until a person of the council approves it. The same report within a day gives the same award.',
    input: Input,
    output: Output,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: (input) => reportAward(desk, input),
  });
}

async function reportAward(
  { sello }: Desk,
  input: Static<typeof Input>,
): Promise<Answer<Static<typeof Output>>> {
  if ((input.course_id === undefined) === (input.activity === undefined))
    throw new ToolRefused('Give either `course_id` or `activity`.');
  const award = await sello.awards.create(input, { idempotencyKey: keyOf('award', sorted(input)) });
  const { id, status, livemode, member_id, completed_on, points } = award;
  return {
    text: `Reported as ${id}: it is ${status}.`,
    facts: { award: { id, status, livemode, member_id, completed_on, points: [...points] } },
  };
}

/** Fields are sorted, because an assistant may name them in any order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, field]) => [name, sorted(field)]);
}
