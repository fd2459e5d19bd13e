/** The tool `verify`: asks the account about a file or hash, or checks evidence offline as `sello verify` does. */

import type { McpServer } from '@modelcontextprotocol/server';
import { type Static, Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import { CommandFailed } from '../shared/usage.ts';
import { verifyCommand } from '../verify/verify.ts';
import {
  type Answer,
  addTool,
  CertificateSummary,
  type Desk,
  record,
  summaryOf,
  ToolRefused,
} from './tool.ts';

const Input = Type.Object({
  path: Type.Optional(Type.String({ description: 'The file in question.' })),
  sha256: Type.Optional(
    Type.String({ pattern: '^[0-9A-Fa-f]{64}$', description: 'Instead of `path`: the SHA-256 of the file.' }),
  ),
  tsr_path: Type.Optional(Type.String({ description: 'Evidence: a time stamp (.tsr).' })),
  xml_path: Type.Optional(Type.String({ description: 'Evidence: a blockchain proof (.xml).' })),
  bundle_path: Type.Optional(Type.String({ description: 'Evidence: a bundle (.zip).' })),
  root_path: Type.Optional(
    Type.String({ description: 'A root to trust (.pem) besides that of the Secretaría de Economía.' }),
  ),
});

/** The answer of the account, or of `sello verify --json`. */
const Output = record({
  certified: Type.Optional(
    Type.Boolean({ description: 'Without evidence: whether this account certified it.' }),
  ),
  sha256: Type.Optional(nullable(Type.String())),
  certificates: Type.Optional(Type.Array(CertificateSummary)),
  verdict: Type.Optional(
    Type.String({
      description: 'With evidence: `valid`, `unconfirmed` or `invalid`, and every check.',
    }),
  ),
});

export function verifyTool(server: McpServer, desk: Desk): void {
  addTool(server, {
    name: 'verify',
    title: 'Verify a file',
    description:
      'Without evidence: has this account certified the file or hash? With `tsr_path`, `xml_path` or `bundle_path`: checks the evidence itself, offline, each check by name. The verdict is `valid`, `unconfirmed` (consistent, but nothing trusted is reached) or `invalid`.',
    input: Input,
    output: Output,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: (input) => {
      const hasEvidence = input.tsr_path ?? input.xml_path ?? input.bundle_path;
      return hasEvidence === undefined ? askAccount(desk, input) : checkEvidence(desk, input);
    },
  });
}

async function askAccount(
  { sello, paths }: Desk,
  { path, sha256 }: Static<typeof Input>,
): Promise<Answer<Static<typeof Output>>> {
  if ((path === undefined) === (sha256 === undefined))
    throw new ToolRefused('Give `path` or `sha256`, one of the two.');
  const wanted = path === undefined ? (sha256 ?? '') : { path: await paths.toRead(path) };
  const { certified, hash, certificates } = await sello.verify(wanted);
  return {
    text: certified
      ? `This account has certified it ${certificates.length === 1 ? 'once' : `${certificates.length} times`}.`
      : 'This account has not certified it.',
    facts: { certified, sha256: hash, certificates: certificates.map(summaryOf) },
  };
}

async function checkEvidence(
  { paths }: Desk,
  input: Static<typeof Input>,
): Promise<Answer<Static<typeof Output>>> {
  const args = ['--json', ...(input.sha256 === undefined ? [] : ['--hash', input.sha256])];
  for (const [option, given] of [
    ['--tsr', input.tsr_path],
    ['--xml', input.xml_path],
    ['--bundle', input.bundle_path],
    ['--root', input.root_path],
  ] as const)
    if (given !== undefined) args.push(option, await paths.toRead(given));
  if (input.path !== undefined) args.push('--', await paths.toRead(input.path));
  let printed = '';
  const note = (line: string) => {
    printed += line;
  };
  const terminal = { env: {}, write: note, out: note, error: () => {}, status: undefined };
  await verifyCommand(args, terminal).catch((error: unknown) => {
    // The verdict has been printed, even if it is negative, so this is no error.
    if (!(error instanceof CommandFailed)) throw error;
  });
  const facts = JSON.parse(printed) as Static<typeof Output>;
  return { text: `The evidence is ${facts.verdict}.`, facts };
}
