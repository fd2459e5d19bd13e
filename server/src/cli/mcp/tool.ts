/** The common part of all tools: inputs, the form of answers, and how a repeated call is recognised. */

import { createHash } from 'node:crypto';
import {
  type CallToolResult,
  fromJsonSchema,
  type McpServer,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { type Certificate, type List, type Sello, SelloError } from '@sello/sdk/source';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import { UsageError } from '../shared/usage.ts';
import { type AllowedPaths, PathRefused } from './allowed-paths.ts';

export type Desk = { sello: Sello; isLive: boolean; paths: AllowedPaths };

export type Answer<Facts = Record<string, unknown>> = { text: string; facts: Facts };

type Tool<Input extends TObject, Output extends TObject> = {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: Output;
  annotations: ToolAnnotations;
  run(input: Static<Input>): Promise<Answer<Static<Output>>>;
};

export function addTool<Input extends TObject, Output extends TObject>(
  server: McpServer,
  tool: Tool<Input, Output>,
): void {
  const { name, title, description, annotations } = tool;
  const [inputSchema, outputSchema] = [schemaOf(tool.input), schemaOf(tool.output)];
  const config = { title, description, annotations, inputSchema, outputSchema };
  server.registerTool(name, config, async (given) => {
    try {
      const { text, facts } = await tool.run(given);
      return {
        content: [{ type: 'text', text: `${text}\n\n${JSON.stringify(facts, null, 2)}` }],
        structuredContent: facts as Record<string, unknown>,
      };
    } catch (error) {
      return refusal(error);
    }
  });
}

/** A TypeBox schema is a JSON Schema. Copying it as JSON removes TypeBox's own marks. */
function schemaOf<Schema extends TObject>(schema: Schema) {
  return fromJsonSchema<Static<Schema>>(JSON.parse(JSON.stringify(schema)));
}

/**
 * An Idempotency-Key that is a hash of the whole request, so that a repeated call counts as the same request, and any
 * difference makes a new one.
 */
export function keyOf(tool: string, ...words: readonly unknown[]): string {
  return `mcp-${tool}-${createHash('sha256').update(JSON.stringify(words)).digest('hex')}`;
}

/** The inputs of every tool that lists records. */
export const PAGE = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Defaults to 10.' })),
  after: Type.Optional(Type.String({ description: 'The `next_after` of the previous answer.' })),
};

/** The further fields in the answers of tools that list records. */
export const PAGE_FACTS = {
  total: nullable(Type.Integer({ description: 'How many records match, if the server says so.' })),
  next_after: nullable(
    Type.String({ description: 'Pass it as `after` in the next call. Null on the last page.' }),
  ),
};

type Paged<Item> = { items: readonly Item[]; total: number | null; next_after: string | null };

export async function readPage<Item extends { id: string }>(list: List<Item>): Promise<Paged<Item>> {
  const { items, hasMore, total } = await list.page();
  return { items, total: total ?? null, next_after: hasMore ? (items.at(-1)?.id ?? null) : null };
}

/** The number of records found, and whether there are more. */
export function pageWords({ items, total, next_after }: Paged<unknown>): string {
  const more = next_after === null ? '' : `, of which ${items.length} are shown`;
  return `${total ?? items.length} found${more}.`;
}

/** A record whose fields are not limited, for the output schemas of records that the API already describes. */
export function record<Properties extends Record<string, TSchema>>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: true });
}

/**
 * The error that refuses a call. Its message is for the assistant, which must be able to tell the person what to do.
 */
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

/** The fields of a certificate that an assistant needs, without those that only programs read. */
export const CertificateSummary = Type.Object({
  id: Type.String(),
  status: Type.String({ description: '`stamped`, `anchoring` or `certified`.' }),
  livemode: Type.Boolean(),
  title: Type.String(),
  document_type: nullable(Type.String()),
  file_name: Type.String(),
  sha256: nullable(Type.String({ description: 'Null if only a longer digest was sent.' })),
  stamped_at: Type.String(),
  accredited: Type.Boolean({ description: 'Whether the time stamp has legal value in Mexico.' }),
  created_at: Type.String(),
  page: Type.String({ description: 'The public page.' }),
  sealed: nullable(
    Type.Object(
      {
        status: Type.String({
          description: '`queued`, then `sealed`; `refused` or `failed`, and `reason` says why.',
        }),
        certificate_id: nullable(Type.String({ description: 'Of the copy.' })),
        reason: nullable(Type.String()),
      },
      { description: 'The copy of the PDF with a time stamp inside. Null if none was asked for.' },
    ),
  ),
});

export function summaryOf(certificate: Certificate): Static<typeof CertificateSummary> {
  const {
    id,
    status,
    livemode,
    title,
    document_type,
    file,
    nom151,
    created_at,
    qr_verification_url,
    sealed,
  } = certificate;
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
    // Servers of versions without sealed copies do not send this field.
    sealed: sealed
      ? { status: sealed.status, certificate_id: sealed.certificate_id, reason: sealed.reason }
      : null,
  };
}
