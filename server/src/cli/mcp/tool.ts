/** What all tools share: their inputs, and how they answer. */

import {
  type CallToolResult,
  fromJsonSchema,
  type McpServer,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { type Certificate, type Sello, SelloError } from '@sello/sdk/source';
import type { Static, TObject } from 'typebox';
import { UsageError } from '../shared/usage.ts';
import { type AllowedPaths, PathRefused } from './allowed-paths.ts';

export type Desk = { sello: Sello; isLive: boolean; paths: AllowedPaths };

export type Answer = { text: string; facts: Record<string, unknown> };

type Tool<Input extends TObject> = {
  name: string;
  title: string;
  description: string;
  input: Input;
  annotations: ToolAnnotations;
  run(input: Static<Input>): Promise<Answer>;
};

export function addTool<Input extends TObject>(server: McpServer, tool: Tool<Input>): void {
  const { name, title, description, annotations, input } = tool;
  // A TypeBox schema is a JSON Schema. Copying it as JSON removes TypeBox's own marks.
  const inputSchema = fromJsonSchema<Static<Input>>(JSON.parse(JSON.stringify(input)));
  server.registerTool(name, { title, description, annotations, inputSchema }, async (given) => {
    try {
      const { text, facts } = await tool.run(given);
      return {
        content: [{ type: 'text', text: `${text}\n\n${JSON.stringify(facts, null, 2)}` }],
        structuredContent: facts,
      };
    } catch (error) {
      return refusal(error);
    }
  });
}

/** A refusal with words for the assistant, which must be able to tell the person what to do. */
export class ToolRefused extends Error {}

function refusal(error: unknown): CallToolResult {
  return { content: [{ type: 'text', text: wordsFor(error) }], isError: true };
}

function wordsFor(error: unknown): string {
  if (error instanceof SelloError) {
    const mend =
      error.code === 'insufficient_scope'
        ? ' The key that this program was started with does not allow it; the owner of the account can make one that does.'
        : '';
    return `${error.message} (${error.code})${mend}`;
  }
  if (error instanceof PathRefused || error instanceof ToolRefused || error instanceof UsageError)
    return error.message;
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
  if (isTaken) return error.message;
  throw error;
}

/** What an assistant needs to know of a certificate, without the fields that only programs read. */
export function summaryOf(certificate: Certificate): Record<string, unknown> {
  const { id, status, livemode, title, document_type, file, nom151, created_at, qr_verification_url } =
    certificate;
  return {
    id,
    status,
    livemode,
    title,
    document_type,
    file_name: file.name,
    sha256: file.sha256,
    stamped_at: nom151.gen_time,
    accredited: nom151.accredited,
    created_at,
    page: qr_verification_url,
  };
}
