/** Makes and deletes drafts of draws. A sealed draw is never deleted. */

import { assertText, invalidField } from '../../http/text-rules.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { assertLine, dayOf, hundredthsOf } from '../fields.ts';
import { note } from '../note-change.ts';
import { programNamed } from '../programs/find-program.ts';
import { type Draw, USUAL_EVIDENCE_DAYS } from './draw.ts';
import { deleteDraft, findDraw, insertDraw } from './pg-draws.ts';
import { assertStatus, drawNotFound, endsBeforeItStarts, oneOfShareAndCount } from './refusals.ts';

type NewDraw = {
  program_id: string;
  name: string;
  share_percent?: number;
  count?: number;
  from: string;
  to: string;
  evidence_days?: number;
  instructions?: string | null;
};

export async function createDraw(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  asked: NewDraw,
): Promise<Draw> {
  const program = await programNamed(tools, who, asked.program_id);
  const wanted = checkedDraw(asked);
  const now = tools.now();
  const draw: Draw = {
    ...EMPTY,
    ...wanted,
    id: tools.newId('drw'),
    livemode: who.livemode,
    programId: program.id,
    createdAt: now,
    updatedAt: now,
  };
  await insertDraw(tools, who, draw);
  await note(tools, who, 'draw.create', draw.id, { program_id: program.id });
  return draw;
}

export async function deleteDraw(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  named: string,
): Promise<void> {
  const draw = await drawToChange(tools, who, named);
  assertStatus(draw, ['draft'], 'deleted');
  await deleteDraft(tools, draw.id);
  await note(tools, who, 'draw.delete', draw.id);
}

export async function drawNamed(tools: Pick<Tools, 'query'>, owner: Owner, named: string): Promise<Draw> {
  const id = parseId('drw', named);
  const draw = id && (await findDraw(tools, owner, id));
  if (draw === undefined) throw drawNotFound();
  return draw;
}

export async function drawToChange(tools: Pick<Tools, 'query'>, owner: Owner, named: string): Promise<Draw> {
  const id = parseId('drw', named);
  const draw = id && (await findDraw(tools, owner, id, 'for update'));
  if (draw === undefined) throw drawNotFound();
  return draw;
}

function checkedDraw(asked: NewDraw) {
  assertLine('name', asked.name, 200);
  if (typeof asked.instructions === 'string')
    assertText('`instructions`', asked.instructions, { maxChars: 2_000, multiline: true });
  return {
    name: asked.name,
    ...checkedChoice(asked),
    evidenceDays: asked.evidence_days ?? USUAL_EVIDENCE_DAYS,
    instructions: asked.instructions ?? undefined,
  };
}

/** Who may be drawn, and how many of them. */
type Choice = Pick<NewDraw, 'share_percent' | 'count' | 'from' | 'to'>;

export function checkedChoice(asked: Choice): Pick<Draw, 'startsOn' | 'endsOn' | 'share' | 'most'> {
  const [startsOn, endsOn] = [dayOf('from', asked.from), dayOf('to', asked.to)];
  if (endsOn < startsOn) throw endsBeforeItStarts();
  if ((asked.share_percent === undefined) === (asked.count === undefined)) throw oneOfShareAndCount();
  return {
    startsOn,
    endsOn,
    share: asked.share_percent === undefined ? undefined : shareOf(asked.share_percent),
    most: asked.count,
  };
}

function shareOf(percent: number): number {
  const share = hundredthsOf('share_percent', percent);
  if (share >= 1 && share <= 10_000) return share;
  throw invalidField('`share_percent`', 'must lie between 0.01 and 100.', 'debe estar entre 0.01 y 100.');
}

const EMPTY = {
  status: 'draft',
  number: undefined,
  sealedBy: undefined,
  candidates: undefined,
  blockRule: undefined,
  documentSha256: undefined,
  code: undefined,
  failure: undefined,
  certificateId: undefined,
  stampedAt: undefined,
  block: undefined,
  drawnAt: undefined,
  dueOn: undefined,
  cancellation: undefined,
  outcomes: { open: 0, passed: 0, failed: 0, excused: 0, cancelled: 0 },
} as const;
