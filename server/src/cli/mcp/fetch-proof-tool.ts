/** The tool `fetch_proof`: writes a proof to a place that the caller names. */

import type { McpServer } from '@modelcontextprotocol/server';
import { type Static, Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { type Answer, addTool, type Desk } from './tool.ts';

const Input = Type.Object({
  certificate_id: Type.String({ description: 'cert_…' }),
  type: oneOf(['bundle', 'nom151', 'record', 'blockchain', 'constancia', 'court', 'asic', 'file'], {
    description:
      'bundle: a ZIP of everything. nom151: the time stamp; if it is shared by several files, it proves one only together with record. record: the evidence record (RFC 4998), which leads from the file to its time stamp and its renewals. blockchain: the proof of the anchor. constancia: a PDF for people. court: a ZIP for a court, with the original. asic: an ASiC container (ETSI EN 319 162) with the original. file: the original.',
  }),
  path: Type.String({ description: 'Where to write it, in a folder that exists.' }),
  overwrite: Type.Optional(Type.Boolean({ description: 'Replace an existing file.' })),
});

const Output = Type.Object({
  certificate_id: Type.String(),
  type: Type.String(),
  path: Type.String({ description: 'The path of the file that was written.' }),
});

export function fetchProofTool(server: McpServer, desk: Desk): void {
  addTool(server, {
    name: 'fetch_proof',
    title: 'Fetch a proof',
    description:
      'Writes a proof of a certificate to a file. Replaces an existing file only if `overwrite` is true.',
    input: Input,
    output: Output,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: (input) => fetchProof(desk, input),
  });
}

async function fetchProof(
  { sello, paths }: Desk,
  input: Static<typeof Input>,
): Promise<Answer<Static<typeof Output>>> {
  const { certificate_id, type, overwrite = false } = input;
  const path = await paths.toWrite(input.path);
  await paths.withDrafts(path, (drafts) =>
    sello.proofs.save(certificate_id, type, path, { overwrite, drafts }),
  );
  return { text: `The proof is at ${path}.`, facts: { certificate_id, type, path } };
}
