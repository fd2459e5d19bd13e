import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { api, type Program } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { useProgramForm } from './form-context.tsx';
import { draftOf, type Problems, problemsIn } from './program-draft.ts';
import { TEXT } from './text.ts';

type AppliesTo = 'new_terms' | 'open_terms';

/** Saves, activates or retires a program. Changed rules of an active program become a new version. */
export function SaveBar({
  program,
  onRefused,
}: {
  program: Program;
  onRefused: (problems: Problems) => void;
}) {
  const text = useText(TEXT);
  const { draft, problems } = useProgramForm();
  const [asking, setAsking] = useState<'activate' | 'retire'>();
  const [appliesTo, setAppliesTo] = useState<AppliesTo>('new_terms');
  const isActive = program.status === 'active';
  const before = draftOf(program);
  const hasNewRules =
    JSON.stringify([draft.rules, draft.checklist]) !== JSON.stringify([before.rules, before.checklist]);
  const isChanged = hasNewRules || draft.name !== before.name || draft.unit !== before.unit;
  const isSound = Object.keys(problems).length === 0;
  const save = useSave(program, onRefused, hasNewRules ? appliesTo : undefined);
  if (program.status === 'retired') return <Note>{text.retiredNote}</Note>;
  return (
    <Card>
      <div className="stack">
        {save.error && <Note tone="bad">{save.error.message.replaceAll('`', '')}</Note>}
        {!isSound && <Note tone="warn">{text.unsound(Object.keys(problems).length)}</Note>}
        {isActive && hasNewRules && (
          <Choices
            label={text.appliesTo}
            columns
            value={appliesTo}
            onChange={setAppliesTo}
            options={(['new_terms', 'open_terms'] as const).map((value) => ({
              value,
              name: text.applies[value],
              hint: text.appliesHints[value],
            }))}
          />
        )}
        <div className="row">
          <Button
            variant="primary"
            icon="check"
            busy={save.isPending}
            disabled={!isChanged || !isSound}
            onClick={() => isChanged && isSound && save.mutate()}
          >
            {isActive && hasNewRules ? text.saveVersion(String(program.version + 1)) : text.save}
          </Button>
          {program.status === 'draft' && (
            <Button
              disabled={isChanged || !isSound}
              onClick={() => !isChanged && isSound && setAsking('activate')}
            >
              {text.activate}
            </Button>
          )}
          {isActive && (
            <Button variant="danger" onClick={() => setAsking('retire')}>
              {text.retire}
            </Button>
          )}
          <span className="muted small">{isChanged ? text.unsaved : text.saved}</span>
        </div>
      </div>
      {asking && <StatusDialog program={program} move={asking} onClose={() => setAsking(undefined)} />}
    </Card>
  );
}

function useSave(
  program: Program,
  onRefused: (problems: Problems) => void,
  appliesTo: AppliesTo | undefined,
) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const { draft } = useProgramForm();
  return useChange(
    () =>
      api.updateProgram(
        program.id,
        {
          name: draft.name,
          unit: draft.unit,
          ...(appliesTo !== undefined && { rules: draft.rules, checklist: draft.checklist }),
          ...(appliesTo !== undefined &&
            program.status === 'active' && { version: program.version, applies_to: appliesTo }),
        },
        { mode },
      ),
    {
      sets: ['program', mode, program.id],
      refreshes: [['programs']],
      say: text.savedToast,
      onRefused: (error) => onRefused(problemsIn(error.message)),
    },
  );
}

function StatusDialog({
  program,
  move,
  onClose,
}: {
  program: Program;
  move: 'activate' | 'retire';
  onClose: () => void;
}) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const isActivate = move === 'activate';
  const change = useChange(
    () => (isActivate ? api.activateProgram(program.id, { mode }) : api.retireProgram(program.id, { mode })),
    {
      sets: ['program', mode, program.id],
      refreshes: [['programs'], ['overview']],
      say: isActivate ? text.activated : text.retired,
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title={isActivate ? text.activateTitle : text.retireTitle}
      submit={isActivate ? text.activate : text.retire}
      danger={!isActivate}
      change={change}
      onClose={onClose}
    >
      <p>{isActivate ? text.activateNote : text.retireNote}</p>
    </FormDialog>
  );
}
