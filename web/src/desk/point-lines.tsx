/** How many points the organiser proposes: lines of program, role, category and points. */

import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import { DECIMAL, Field } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { Select } from '../ui/select.tsx';
import type { DeskProgram } from './api.ts';
import { COURSE } from './text.ts';

export type LineDraft = { key: number; program: string; role: string; category: string; points: string };

/** Adds a line, for the first program. */
export function newLine(lines: readonly LineDraft[], programs: readonly DeskProgram[]): readonly LineDraft[] {
  const [program] = programs;
  if (program === undefined) return lines;
  const key = Math.max(0, ...lines.map((line) => line.key)) + 1;
  const category = program.categories[0]?.code ?? '';
  return [...lines, { key, program: program.id, role: 'attendee', category, points: '' }];
}

type LinesProps = {
  programs: readonly DeskProgram[];
  lines: readonly LineDraft[];
  onChange: (lines: readonly LineDraft[]) => void;
};

export function PointLines({ programs, lines, onChange }: LinesProps) {
  const text = useText(COURSE);
  return (
    <fieldset className="stack desk-points">
      <legend>{text.points}</legend>
      <p className="small muted">{text.pointsHint}</p>
      {programs.length === 0 && <Note tone="warn">{text.noPrograms}</Note>}
      {lines.map((line, index) => (
        <Line
          key={line.key}
          line={line}
          number={index + 1}
          programs={programs}
          onChange={(change) =>
            onChange(lines.map((one) => (one.key === line.key ? { ...one, ...change } : one)))
          }
          onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
        />
      ))}
      {programs.length > 0 && (
        <div>
          <Button size="small" icon="plus" onClick={() => onChange(newLine(lines, programs))}>
            {text.addLine}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type LineProps = {
  line: LineDraft;
  number: number;
  programs: readonly DeskProgram[];
  onChange: (change: Partial<LineDraft>) => void;
  onRemove: () => void;
};

function Line({ line, number, programs, onChange, onRemove }: LineProps) {
  const text = useText(COURSE);
  const categories = programs.find(({ id }) => id === line.program)?.categories ?? [];
  const roles = Object.entries(text.roles).map(([value, label]) => ({ value, label }));
  const isOwnRole = !Object.hasOwn(text.roles, line.role);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser.
    <div role="group" aria-label={text.line(number)} className="desk-line">
      <Select
        label={text.program}
        value={line.program}
        options={programs.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(program) => {
          const first = programs.find(({ id }) => id === program)?.categories[0];
          onChange({ program, category: first?.code ?? '' });
        }}
      />
      <Select
        label={text.role}
        value={line.role}
        options={isOwnRole ? [...roles, { value: line.role, label: line.role }] : roles}
        onChange={(role) => onChange({ role })}
      />
      <Select
        label={text.category}
        value={line.category}
        options={categories.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(category) => onChange({ category })}
      />
      <Field
        label={text.amount}
        {...DECIMAL}
        min="0.01"
        value={line.points}
        onChange={(event) => onChange({ points: event.target.value })}
      />
      <Button variant="quiet" icon="trash" aria-label={text.removeLine(number)} onClick={onRemove} />
    </div>
  );
}
