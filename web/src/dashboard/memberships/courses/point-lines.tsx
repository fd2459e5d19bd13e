/** What each role gets: lines of program, role, category and points. */

import { useId } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Program } from '../../api-types.ts';
import { COUNCIL_TEXT } from '../text.ts';
import { usePrograms } from '../use-programs.ts';
import { type LineDraft, leavesOf, nextLine } from './course-draft.ts';
import { TEXT } from './text.ts';

type PointLinesProps = { lines: readonly LineDraft[]; onChange: (lines: readonly LineDraft[]) => void };

export function PointLines({ lines, onChange }: PointLinesProps) {
  const { form } = useText(TEXT);
  const { programs } = usePrograms();
  const active = programs.filter(({ status }) => status !== 'draft');
  const change = (key: number, changes: Partial<LineDraft>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)));
  return (
    <fieldset className="stack">
      <legend className="course-legend">{form.points}</legend>
      <p className="small muted">{form.pointsHint}</p>
      {active.length === 0 && <Note tone="warn">{form.noProgram}</Note>}
      {lines.map((line, index) => (
        <Line
          key={line.key}
          line={line}
          number={index + 1}
          programs={active}
          onChange={(changes) => change(line.key, changes)}
          onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
        />
      ))}
      {active.length > 0 && (
        <div>
          <Button size="small" icon="plus" onClick={() => onChange([...lines, nextLine(lines, active)])}>
            {form.addLine}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type LineProps = {
  line: LineDraft;
  number: number;
  programs: readonly Program[];
  onChange: (changes: Partial<LineDraft>) => void;
  onRemove: () => void;
};

function Line({ line, number, programs, onChange, onRemove }: LineProps) {
  const { form } = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const roles = useId();
  const program = programs.find(({ id }) => id === line.program);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser.
    <div role="group" aria-label={form.line(number)} className="course-line">
      <Select
        label={form.program}
        value={line.program}
        options={programs.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          const next = programs.find((one) => one.id === id);
          onChange({ program: id, category: (next && leavesOf(next)[0]?.code) ?? '' });
        }}
      />
      <Field
        label={form.role}
        value={line.role}
        list={roles}
        pattern="[a-z_]{1,30}"
        onChange={(event) => onChange({ role: event.target.value })}
      />
      <datalist id={roles}>
        {Object.entries(words.roles).map(([role, name]) => (
          <option key={role} value={role}>
            {name}
          </option>
        ))}
      </datalist>
      <Select
        label={form.category}
        value={line.category}
        options={(program ? leavesOf(program) : []).map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(category) => onChange({ category })}
      />
      <Field
        label={form.amount}
        type="number"
        inputMode="decimal"
        min="0.01"
        step="0.01"
        value={line.points}
        onChange={(event) => onChange({ points: event.target.value })}
      />
      <Button variant="quiet" icon="trash" aria-label={form.removeLine(number)} onClick={onRemove} />
    </div>
  );
}
