/**
 * Changes a program. In a draft, rules and checklist change in place; afterwards each change of them makes a new
 * version.
 */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { assertLine, assertMetadata, ExternalId, MetadataChange, mergeMetadata } from '../fields.ts';
import { changesBetween, note } from '../note-change.ts';
import { checkedChecklist, checkedRules } from './checked-rules.ts';
import { EXAMPLE_RULES } from './example-program.ts';
import { assertExternalIdFree } from './external-id.ts';
import { programToChange } from './find-program.ts';
import { assertMovable } from './movable-terms.ts';
import { insertVersion, saveProgram, saveVersion } from './pg-programs.ts';
import type { OpenTerms } from './ports.ts';
import { Name, type Program, Unit } from './program.ts';
import { appliesToNothing, versionConflict, versionNeeded } from './refusals.ts';
import { ChecklistSchema, RulesSchema } from './rules-schema.ts';

const optional = Type.Optional;

export const ProgramChange = Type.Object(
  {
    name: optional(Name),
    unit: optional(Unit),
    rules: optional(RulesSchema),
    checklist: optional(ChecklistSchema),
    version: optional(
      Type.Integer({
        minimum: 1,
        description:
          'The version that you read: the change is refused if there is a newer one. Required with `rules` and `checklist` unless the program is a draft.',
      }),
    ),
    applies_to: optional(
      oneOf(['new_terms', 'open_terms'], {
        default: 'new_terms',
        description:
          'new_terms: each term keeps the version with which it was opened. open_terms: terms that no renewal has decided use the new version.',
      }),
    ),
    external_id: optional(nullable(ExternalId)),
    metadata: optional(MetadataChange),
  },
  { examples: [{ version: 1, rules: EXAMPLE_RULES, applies_to: 'open_terms' }] },
);

type Change = Static<typeof ProgramChange>;

export async function changeProgram(
  tools: Pick<Tools, 'query' | 'now'>,
  openTerms: OpenTerms,
  who: Who,
  named: string,
  change: Change,
): Promise<Program> {
  assertTexts(change);
  const before = await programToChange(tools, who, named);
  assertVersion(before, change);
  const after = applyChange(before, change, tools.now());
  await assertExternalIdFree(tools, who, after);
  const movesTerms = change.applies_to === 'open_terms' && before.status !== 'draft';
  if (movesTerms) await assertMovable(tools, openTerms, before, after);
  await save(tools, before, after);
  const moved = movesTerms ? await openTerms.moveOpenTerms(tools, who, after.id, after.version) : undefined;
  const changes = changesBetween(fieldsOf(before), fieldsOf(after));
  if (Object.keys(changes).length > 0)
    await note(tools, who, 'program.change', after.id, {
      changes,
      ...(movesTerms && { moved_terms: moved }),
    });
  return after;
}

function assertTexts({ name, unit, external_id, metadata }: Change): void {
  assertLine('name', name, 200);
  assertLine('unit', unit, 40);
  assertLine('external_id', external_id, 100);
  assertMetadata(metadata);
}

function assertVersion(before: Program, { version, rules, checklist, applies_to }: Change): void {
  const changesRules = rules !== undefined || checklist !== undefined;
  if (version === undefined && changesRules && before.status !== 'draft') throw versionNeeded(before);
  if (version !== undefined && version !== before.version) throw versionConflict(before, version);
  if (applies_to === 'open_terms' && !changesRules) throw appliesToNothing();
}

function applyChange(before: Program, change: Change, now: Date): Program {
  const changesRules = change.rules !== undefined || change.checklist !== undefined;
  return {
    ...before,
    name: change.name ?? before.name,
    unit: change.unit ?? before.unit,
    version: changesRules && before.status !== 'draft' ? before.version + 1 : before.version,
    rules: change.rules === undefined ? before.rules : checkedRules(change.rules),
    checklist: change.checklist === undefined ? before.checklist : checkedChecklist(change.checklist),
    externalId: change.external_id === undefined ? before.externalId : (change.external_id ?? undefined),
    metadata: mergeMetadata(before.metadata, change.metadata ?? {}),
    updatedAt: now,
  };
}

async function save(tools: Pick<Tools, 'query'>, before: Program, after: Program): Promise<void> {
  await saveProgram(tools, after);
  if (after.version > before.version) await insertVersion(tools, after);
  else if (after.rules !== before.rules || after.checklist !== before.checklist)
    await saveVersion(tools, after);
}

/**
 * Describes a change for the audit log. Old versions stay readable, so the log only names them. The old rules of a
 * draft are replaced, so the log keeps them.
 */
function fieldsOf(program: Program): Record<string, unknown> {
  const { name, unit, version, externalId, metadata, status, rules, checklist } = program;
  const fields = { name, unit, version, external_id: externalId, metadata };
  if (status !== 'draft') return fields;
  const parts = Object.entries(rules).map(([field, value]) => [`rules.${field}`, value]);
  return { ...fields, ...Object.fromEntries(parts), checklist };
}
