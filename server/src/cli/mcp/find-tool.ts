/** The tool `find`: searches the certificates of the account. */

import type { McpServer } from '@modelcontextprotocol/server';
import { type Static, Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import {
  type Answer,
  addTool,
  CertificateSummary,
  type Desk,
  PAGE,
  PAGE_FACTS,
  pageWords,
  readPage,
  summaryOf,
} from './tool.ts';

const Input = Type.Object({
  q: Type.Optional(
    Type.String({ description: 'Words of the title, the file name or the type of document.' }),
  ),
  sha256: Type.Optional(Type.String({ pattern: '^[0-9A-Fa-f]{64}$' })),
  status: Type.Optional(oneOf(['stamped', 'anchoring', 'certified'])),
  document_type: Type.Optional(Type.String()),
  created_after: Type.Optional(Type.String({ description: 'A time such as 2026-01-31T00:00:00Z.' })),
  created_before: Type.Optional(Type.String()),
  ...PAGE,
});
const Output = Type.Object({ ...PAGE_FACTS, certificates: Type.Array(CertificateSummary) });

export function findTool(server: McpServer, desk: Desk): void {
  addTool(server, {
    name: 'find',
    title: 'Find certificates',
    description: 'Lists certificates of the account, newest first, by words, hash, state or time.',
    input: Input,
    output: Output,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: (input) => find(desk, input),
  });
}

async function find(
  { sello }: Desk,
  { limit = 10, ...filters }: Static<typeof Input>,
): Promise<Answer<Static<typeof Output>>> {
  const page = await readPage(sello.certificates.list({ ...filters, limit }));
  const { items, total, next_after } = page;
  return { text: pageWords(page), facts: { total, next_after, certificates: items.map(summaryOf) } };
}
