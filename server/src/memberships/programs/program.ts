/** A program holds the rules of a council. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import type { ProgramId } from '../../kernel/ids.ts';
import { recordFields } from '../operations/fields.ts';
import type { ChecklistItem, Rules } from '../rules/rules.ts';

export const PROGRAM_STATUSES = ['draft', 'active', 'retired'] as const;

export type ProgramStatus = (typeof PROGRAM_STATUSES)[number];

export type Program = {
  id: ProgramId;
  livemode: boolean;
  name: string;
  unit: string;
  status: ProgramStatus;
  /** The version that was read; the newest unless another was asked for. */
  version: number;
  rules: Rules;
  checklist: readonly ChecklistItem[];
  externalId: string | undefined;
  metadata: Record<string, string>;
  createdAt: Date;
  updatedAt: Date;
};

export const ProgramSchema = Type.Object(
  {
    ...recordFields('program'),
    name: Type.String(),
    unit: Type.String({ description: 'What a point is called, such as "puntos EC".' }),
    status: oneOf(PROGRAM_STATUSES),
    version: Type.Integer(),
    rules: Type.Unsafe<Rules>({ type: 'object', additionalProperties: true }),
    checklist: Type.Unsafe<readonly ChecklistItem[]>({
      type: 'array',
      items: Type.Object({
        code: Type.String(),
        name: Type.String(),
        tracks: Type.Array(Type.String()),
      }),
    }),
  },
  { title: 'Program' },
);

export const ProgramAnswer = Type.Object({ program: ProgramSchema });

export function toProgramRecord(program: Program) {
  return {
    id: program.id,
    object: 'program',
    livemode: program.livemode,
    name: program.name,
    unit: program.unit,
    status: program.status,
    version: program.version,
    rules: program.rules,
    checklist: program.checklist,
    external_id: program.externalId ?? null,
    metadata: program.metadata,
    created_at: program.createdAt.toISOString(),
    updated_at: program.updatedAt.toISOString(),
  };
}
