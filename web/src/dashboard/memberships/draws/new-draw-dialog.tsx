import { useState } from 'react';
import { useLocation } from 'wouter';
import { fieldOf, plainWords } from '../../../calls/field-of.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Choices } from '../../../ui/choices.tsx';
import { DECIMAL, Field, TextArea, WholeNumberField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { usePrograms } from '../use-programs.ts';
import { PreviewNote } from './preview-note.tsx';
import { TEXT } from './text.ts';
import { type Choice, drawLink } from './use-draw.ts';

/** The form as it is typed. */
type Draft = {
  program: string;
  name: string;
  by: 'share' | 'count';
  size: string;
  from: string;
  to: string;
  days: string;
  instructions: string;
};

const EMPTY: Draft = {
  program: '',
  name: '',
  by: 'share',
  size: '',
  from: '',
  to: '',
  days: '30',
  instructions: '',
};

const JUDGED = ['name', 'share_percent', 'count', 'from', 'to', 'evidence_days', 'instructions'] as const;

export function NewDrawDialog({ onClose }: { onClose: () => void }) {
  const { form: text } = useText(TEXT);
  const [mode] = useMode();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState(EMPTY);
  const programs = usePrograms().programs.filter(({ status }) => status !== 'draft');
  const draft = { ...typed, program: typed.program || (programs[0]?.id ?? '') };
  const change = (changes: Partial<Draft>) => setTyped({ ...typed, ...changes });
  const save = useChange(() => api.createDraw({ ...typedChoice(draft), ...wordsOf(draft) }, { mode }), {
    refreshes: [['draws']],
    say: text.done,
    onDone: ({ draw }) => navigate(drawLink(draw.id)),
  });
  const wrong = fieldOf(save.error, JUDGED);
  const errorOf = (...names: string[]) =>
    wrong !== undefined && names.includes(wrong) ? plainWords(save.error) : undefined;
  const isFilled =
    draft.program !== '' && draft.from !== '' && draft.from <= draft.to && Number(draft.size) > 0;
  return (
    <FormDialog
      title={text.title}
      submit={text.submit}
      change={save}
      hidesError={wrong !== undefined}
      onClose={onClose}
    >
      <Select
        label={text.program}
        value={draft.program}
        options={programs.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(program) => change({ program })}
      />
      <Field
        label={text.name}
        hint={text.nameHint}
        maxLength={200}
        autoComplete="off"
        error={errorOf('name')}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Size draft={draft} error={errorOf('share_percent', 'count')} onChange={change} />
      <div className="council-pair">
        <Field
          label={text.from}
          hint={text.periodHint}
          type="date"
          error={errorOf('from')}
          value={draft.from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <Field
          label={text.to}
          type="date"
          error={errorOf('to') && text.backwards}
          value={draft.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </div>
      <PreviewNote choice={isFilled ? typedChoice(draft) : undefined} />
      <WholeNumberField
        label={text.days}
        hint={text.daysHint}
        max={365}
        error={errorOf('evidence_days')}
        value={draft.days}
        onChange={(days) => change({ days })}
      />
      <TextArea
        label={text.instructions}
        hint={text.instructionsHint}
        maxLength={2_000}
        optional
        error={errorOf('instructions')}
        value={draft.instructions}
        onChange={({ target }) => change({ instructions: target.value })}
      />
    </FormDialog>
  );
}

type SizeProps = {
  draft: Draft;
  error: string | undefined;
  onChange: (changes: Partial<Draft>) => void;
};

function Size({ draft: { by, size }, error, onChange }: SizeProps) {
  const { form: text } = useText(TEXT);
  return (
    <>
      <Choices
        columns
        label={text.size}
        value={by}
        options={[
          { value: 'share', name: text.share },
          { value: 'count', name: text.count },
        ]}
        onChange={(next) => onChange({ by: next })}
      />
      {by === 'share' ? (
        <Field
          {...DECIMAL}
          label={text.percent}
          min="0.01"
          max="100"
          error={error}
          value={size}
          onChange={({ target }) => onChange({ size: target.value })}
        />
      ) : (
        <WholeNumberField
          label={text.members}
          error={error}
          value={size}
          onChange={(next) => onChange({ size: next })}
        />
      )}
    </>
  );
}

function typedChoice({ program, by, size, from, to }: Draft): Choice {
  const amount = Number(size);
  return {
    program_id: program,
    from,
    to,
    ...(by === 'share' ? { share_percent: amount } : { count: amount }),
  };
}

function wordsOf({ name, days, instructions }: Draft) {
  return {
    name: name.trim(),
    evidence_days: Number(days),
    ...(instructions.trim() && { instructions: instructions.trim() }),
  };
}
