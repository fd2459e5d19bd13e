/** Creates a program as a draft; its rules are checked at once. */

import { type Static, Type } from 'typebox';
import type { Tools, Who } from '../../operations/operation.ts';
import { assertLine, assertMetadata, ExternalId, Metadata } from '../fields.ts';
import { note } from '../note-change.ts';
import { checkedChecklist, checkedRules } from './checked-rules.ts';
import { EXAMPLE_PROGRAM } from './example-program.ts';
import { assertExternalIdFree } from './external-id.ts';
import { insertProgram } from './pg-programs.ts';
import { Name, type Program, Unit } from './program.ts';
import { ChecklistSchema, RulesSchema } from './rules-schema.ts';

export const NewProgram = Type.Object(
  {
    name: Name,
    unit: Type.Optional(Unit),
    rules: RulesSchema,
    checklist: Type.Optional(ChecklistSchema),
    external_id: Type.Optional(ExternalId),
    metadata: Type.Optional(Metadata),
  },
  { examples: [EXAMPLE_PROGRAM] },
);

export async function createProgram(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  wanted: Static<typeof NewProgram>,
): Promise<Program> {
  assertLine('name', wanted.name, 200);
  assertLine('unit', wanted.unit, 40);
  assertLine('external_id', wanted.external_id, 100);
  assertMetadata(wanted.metadata);
  const now = tools.now();
  const program: Program = {
    id: tools.newId('prg'),
    livemode: who.livemode,
    name: wanted.name,
    unit: wanted.unit ?? 'puntos',
    status: 'draft',
    version: 1,
    rules: checkedRules(wanted.rules),
    checklist: checkedChecklist(wanted.checklist ?? []),
    externalId: wanted.external_id,
    metadata: wanted.metadata ?? {},
    createdAt: now,
    updatedAt: now,
  };
  await assertExternalIdFree(tools, who, program);
  await insertProgram(tools, who, program);
  await note(tools, who, 'program.create', program.id, { name: program.name });
  return program;
}
