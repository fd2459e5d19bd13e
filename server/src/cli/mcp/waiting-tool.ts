/** The tool `waiting`: lists what waits for a decision of the council. */

import type { McpServer } from '@modelcontextprotocol/server';
import { type List, type Sello, SelloError } from '@sello/sdk/source';
import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { type Answer, addTool, type Desk, PAGE, PAGE_FACTS, readPage, record } from './tool.ts';

const KINDS = ['awards', 'renewals', 'member_requests', 'courses'] as const;
type Kind = (typeof KINDS)[number];

const Input = Type.Object({
  kind: Type.Optional(
    oneOf(KINDS, {
      description:
        'Lists the records of this kind that wait. Without it, only the number of each kind is returned.',
    }),
  ),
  ...PAGE,
});

const Output = Type.Object({
  counts: Type.Optional(
    record(
      Object.fromEntries(
        KINDS.map((kind) => [
          kind,
          nullable(Type.Integer({ description: 'Null if the key lacks the scope for it.' })),
        ]),
      ),
    ),
  ),
  total: Type.Optional(PAGE_FACTS.total),
  next_after: Type.Optional(PAGE_FACTS.next_after),
  records: Type.Optional(Type.Array(record({ id: Type.String() }))),
});

export function waitingTool(server: McpServer, desk: Desk): void {
  addTool(server, {
    name: 'waiting',
    title: 'What waits for a decision',
    description:
      'Pending awards, requested renewals, corrections that members asked for and proposed courses: the number of each or, with `kind`, the records, oldest first. Only people can decide about them.',
    input: Input,
    output: Output,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: (input) => (input.kind === undefined ? countAll(desk) : listKind(desk, input.kind, input)),
  });
}

type Page = { limit: number; after?: string | undefined };

const LISTS: Record<Kind, (sello: Sello, page: Page) => List<{ id: string }>> = {
  awards: (sello, page) => sello.awards.list({ status: 'pending', order: 'asc', ...page }),
  renewals: (sello, page) => sello.renewals.list({ status: 'requested', order: 'asc', ...page }),
  member_requests: (sello, page) =>
    sello.members.listMemberRequests({ status: 'pending', order: 'asc', ...page }),
  courses: (sello, page) => sello.courses.list({ status: 'proposed', order: 'asc', ...page }),
};

async function countAll({ sello }: Desk): Promise<Answer<Static<typeof Output>>> {
  const counts: Record<string, number | null> = {};
  for (const kind of KINDS) counts[kind] = await countOf(sello, kind);
  const words = KINDS.flatMap((kind) =>
    counts[kind] === null ? [] : [`${counts[kind]} ${kind.replace('_', ' ')}`],
  );
  return {
    text: words.length === 0 ? 'The key has no scope to read what waits.' : `Waiting: ${words.join(', ')}.`,
    facts: { counts },
  };
}

async function countOf(sello: Sello, kind: Kind): Promise<number | null> {
  try {
    return (await LISTS[kind](sello, { limit: 1 }).page()).total ?? null;
  } catch (error) {
    if (error instanceof SelloError && error.code === 'insufficient_scope') return null;
    throw error;
  }
}

async function listKind(
  { sello }: Desk,
  kind: Kind,
  { limit = 10, after }: Static<typeof Input>,
): Promise<Answer<Static<typeof Output>>> {
  const { items, total, next_after } = await readPage(LISTS[kind](sello, { limit, after }));
  return {
    text: `${total ?? items.length} ${kind.replace('_', ' ')} wait${next_after === null ? '' : `; ${items.length} are shown`}.`,
    facts: { total, next_after, records: [...items] },
  };
}
