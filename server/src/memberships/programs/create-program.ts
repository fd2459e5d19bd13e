/** Makes a program: a draft, whose rules are checked at once. */

import { assertLine, assertMetadata } from '../operations/fields.ts';
import { note } from '../operations/note.ts';
import type { Tools, Who } from '../operations/operation.ts';
import type { ChecklistItem, Rules } from '../rules/rules.ts';
import { insertProgram } from './pg-programs.ts';
import type { Program } from './program.ts';

export type NewProgram = {
  name: string;
  unit?: string;
  rules: object;
  checklist?: readonly object[];
  external_id?: string;
  metadata?: Record<string, string>;
};

export async function createProgram(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  wanted: NewProgram,
): Promise<Program> {
  assertLine('name', wanted.name, 200);
  assertMetadata(wanted.metadata);
  const now = tools.now();
  const program: Program = {
    id: tools.newId('prg'),
    livemode: who.livemode,
    name: wanted.name,
    unit: wanted.unit ?? 'puntos',
    status: 'draft',
    version: 1,
    rules: wanted.rules as Rules,
    checklist: (wanted.checklist ?? []) as readonly ChecklistItem[],
    externalId: wanted.external_id,
    metadata: wanted.metadata ?? {},
    createdAt: now,
    updatedAt: now,
  };
  await insertProgram(tools, who, program);
  await note(tools, who, 'program.create', program.id, { name: program.name });
  return program;
}
