/**
 * The tool `certify`: certifies a file or a fingerprint. It says before and after how much of the account's allowance
 * is used.
 */

import { basename } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/server';
import { type Certificate, fingerprint, SelloError } from '@sello/sdk/source';
import { type Static, Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import {
  type Answer,
  addTool,
  CertificateSummary,
  type Desk,
  keyOf,
  summaryOf,
  ToolRefused,
} from './tool.ts';

const Input = Type.Object({
  path: Type.Optional(Type.String({ description: 'The file to certify.' })),
  sha256: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Fa-f]{64}$',
      description: 'Instead of `path`: only a fingerprint; the file is not sent.',
    }),
  ),
  file_name: Type.Optional(Type.String({ description: 'Needed with `sha256`.' })),
  hash_only: Type.Optional(
    Type.Boolean({ description: 'With `path`: hash the file here and send only its fingerprint.' }),
  ),
  title: Type.Optional(Type.String({ maxLength: 500 })),
  description: Type.Optional(Type.String({ maxLength: 5_000 })),
  document_type: Type.Optional(Type.String({ maxLength: 100 })),
  seal: Type.Optional(
    Type.Union([Type.Literal('pdf'), Type.Literal('pdf_if_possible')], {
      description:
        'With `path` of a PDF: also makes a copy with a time stamp inside, which takes a second certificate. `pdf` refuses what cannot be sealed.',
    }),
  ),
  confirm_live: Type.Optional(
    Type.Boolean({ description: 'True once a person has agreed to use up a live certificate.' }),
  ),
});

const Output = Type.Object({
  certificate: CertificateSummary,
  certificates_left: nullable(
    Type.Integer({ description: 'The remaining allowance after this call. Null for a test key.' }),
  ),
});

export function certifyTool(server: McpServer, desk: Desk): void {
  addTool(server, {
    name: 'certify',
    title: 'Certify a file',
    description: `Gives a file a time stamp and a place in the log. ${
      desk.isLive
        ? 'The key is live: each certificate uses one of the allowance, so `confirm_live` must be true.'
        : 'The key is a test key: certificates cost nothing and have no legal value.'
    } The same file with the same words within a day gives the same certificate.`,
    input: Input,
    output: Output,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    run: (input) => certify(desk, input),
  });
}

async function certify(desk: Desk, input: Static<typeof Input>): Promise<Answer<Static<typeof Output>>> {
  const file = await readFile(desk, input);
  const before = desk.isLive ? await certificatesLeft(desk) : undefined;
  if (desk.isLive && input.confirm_live !== true) throw needsConsent(before, input.seal !== undefined);
  const { title, description, document_type, seal } = input;
  const certificate = await desk.sello.certificates.create(
    { ...file.content, title, description, document_type },
    {
      idempotencyKey: keyOf(
        'certify',
        file.sha256.toLowerCase(),
        file.name,
        title,
        description,
        document_type,
        // Whether the file itself is sent, and not only its fingerprint.
        'path' in file.content && input.hash_only !== true,
        ...(seal === undefined ? [] : [seal]),
      ),
      ...(input.hash_only && { hashOnly: true }),
    },
  );
  const after = desk.isLive ? await certificatesLeft(desk) : undefined;
  return {
    text: `Certified as ${certificate.id}. ${usedWords(desk, certificate, before, after)}`,
    facts: { certificate: summaryOf(certificate), certificates_left: after ?? null },
  };
}

type FileToCertify = {
  sha256: string;
  name: string;
  content: Parameters<Desk['sello']['certificates']['create']>[0];
};

async function readFile({ paths }: Desk, input: Static<typeof Input>): Promise<FileToCertify> {
  if ((input.path === undefined) === (input.sha256 === undefined))
    throw new ToolRefused('Give `path` or `sha256`, one of the two.');
  if (input.seal !== undefined && (input.path === undefined || input.hash_only === true))
    throw new ToolRefused('`seal` needs the file: give `path`, without `hash_only`.');
  if (input.path !== undefined) {
    const path = await paths.toRead(input.path);
    const sha256 = await fingerprint({ path });
    const name = input.file_name ?? basename(path);
    return { sha256, name, content: { path, sha256, file_name: input.file_name, seal: input.seal } };
  }
  const { sha256 = '', file_name } = input;
  if (file_name === undefined) throw new ToolRefused('`file_name` is missing: give the name of the file.');
  return { sha256, name: file_name, content: { sha256, file_name } };
}

function needsConsent(left: number | undefined, seals: boolean): ToolRefused {
  const has = left === undefined ? '' : ` (${left} left)`;
  return new ToolRefused(
    `Nothing was sent. The key is live: certifying uses ${seals ? 'two certificates' : 'one certificate'} of the account’s allowance${has}. Ask the person, then call again with confirm_live: true.`,
  );
}

function usedWords(
  { isLive }: Desk,
  { livemode }: Certificate,
  before: number | undefined,
  after: number | undefined,
): string {
  if (!isLive || !livemode) return 'A test certificate: nothing was used, and it has no legal value.';
  if (before === undefined || after === undefined) return 'One live certificate was used.';
  const used = before - after;
  return `${used > 0 ? `${used === 1 ? '1 live certificate was' : `${used} live certificates were`} used` : 'It was made before, so nothing was used'}; ${after} left.`;
}

/** How many certificates are left. Undefined if the server cannot say. */
async function certificatesLeft({ sello }: Desk): Promise<number | undefined> {
  try {
    return (await sello.account.get()).account.certificates_left;
  } catch (error) {
    if (error instanceof SelloError && error.status === 404) return undefined;
    throw error;
  }
}
