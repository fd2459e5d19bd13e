/** The tool `find`: searches the certificates of the account. */

import type { McpServer } from '@modelcontextprotocol/server';
import { type Static, Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { type Answer, addTool, type Desk, summaryOf } from './tool.ts';

const Input = Type.Object({
  q: Type.Optional(
    Type.String({ description: 'Words of the title, the file name or the type of document.' }),
  ),
  sha256: Type.Optional(Type.String({ pattern: '^[0-9A-Fa-f]{64}$' })),
  status: Type.Optional(oneOf(['stamped', 'anchoring', 'certified'])),
  document_type: Type.Optional(Type.String()),
  created_after: Type.Optional(Type.String({ description: 'A time such as 2026-01-31T00:00:00Z.' })),
  created_before: Type.Optional(Type.String()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Defaults to 10.' })),
});

export function findTool(server: McpServer, desk: Desk): void {
  addTool(server, {
    name: 'find',
    title: 'Find certificates',
    description: 'Lists certificates of the account, newest first, by words, hash, state or time.',
    input: Input,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: (input) => find(desk, input),
  });
}

async function find({ sello }: Desk, { limit = 10, ...filters }: Static<typeof Input>): Promise<Answer> {
  const { items, total, hasMore } = await sello.certificates.list({ ...filters, limit }).page();
  return {
    text: `${total ?? items.length} found${hasMore ? `, of which ${items.length} are shown` : ''}.`,
    facts: { total: total ?? null, certificates: items.map(summaryOf) },
  };
}
