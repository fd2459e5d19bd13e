/** A program holds the rules of a council. */

import type { ChecklistItem, Rules } from '@sello/rules';
import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import type { Text } from '../../kernel/errors.ts';
import type { ProgramId } from '../../kernel/ids.ts';
import { invalidTransition, type Refusal } from '../../operations/refusal.ts';
import { recordFields } from '../fields.ts';
import { ChecklistSchema, RulesSchema } from './rules-schema.ts';

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

/**
 * The states to which a program can move from each state. A retired program renews its memberships, but takes no new
 * ones.
 */
const NEXT: Record<ProgramStatus, readonly ProgramStatus[]> = {
  draft: ['active'],
  active: ['retired'],
  retired: [],
};

const MEND: Record<ProgramStatus, Text> = {
  draft: { en: 'Activate it first.', es: 'Actívelo primero.' },
  active: { en: 'Only a draft can be activated.', es: 'Solo se puede activar un borrador.' },
  retired: {
    en: 'A retired program cannot be reactivated; create a new one.',
    es: 'Un programa retirado no se puede reactivar; cree uno nuevo.',
  },
};

export function programTransition({ id, status }: Program, to: ProgramStatus): Refusal | undefined {
  return NEXT[status].includes(to) ? undefined : invalidTransition(id, status, to, MEND[status]);
}

export const Name = Type.String({ minLength: 1, maxLength: 200 });

export const Unit = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'What a point is called, such as "puntos EC". Defaults to "puntos".',
});

export const ProgramSchema = Type.Object(
  {
    ...recordFields('program'),
    name: Type.String(),
    unit: Type.String({ description: 'What a point is called, such as "puntos EC".' }),
    status: oneOf(PROGRAM_STATUSES, {
      description:
        'draft: may be tried and changed freely. active: takes memberships. retired: takes no new memberships, but renews existing ones.',
    }),
    version: Type.Integer({ description: 'The version of `rules` and `checklist` shown here.' }),
    rules: { ...RulesSchema, description: 'The rules, with all defaults filled in.' },
    checklist: ChecklistSchema,
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
