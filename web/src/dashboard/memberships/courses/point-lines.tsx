/** What each role gets: lines of program, role, category and points. */

import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Field } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Program } from '../../api.ts';
import { COUNCIL_TEXT } from '../text.ts';
import { usePrograms } from '../use-programs.ts';
import { type LineDraft, leavesOf, nextLine } from './course-draft.ts';
import { TEXT } from './text.ts';

type PointLinesProps = {
  lines: readonly LineDraft[];
  onChange: (lines: readonly LineDraft[]) => void;
  /** Set for an activity of one member, for which nobody else gets points. */
  isForOne?: boolean;
};

export function PointLines({ lines, onChange, isForOne = false }: PointLinesProps) {
  const { form } = useText(TEXT);
  const { programs } = usePrograms();
  const active = programs.filter(({ status }) => status !== 'draft');
  const change = (key: number, changes: Partial<LineDraft>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...changes } : line)));
  return (
    <fieldset className="stack">
      <legend className="course-legend">{form.points}</legend>
      {!isForOne && <p className="small muted">{form.pointsHint}</p>}
      {active.length === 0 && <Note tone="warn">{form.noProgram}</Note>}
      {lines.map((line, index) => (
        <Line
          key={line.key}
          line={line}
          number={index + 1}
          programs={active}
          isForOne={isForOne}
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
  isForOne: boolean;
  onChange: (changes: Partial<LineDraft>) => void;
  onRemove: () => void;
};

function Line({ line, number, programs, isForOne, onChange, onRemove }: LineProps) {
  const { form } = useText(TEXT);
  const program = programs.find(({ id }) => id === line.program);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser.
    <div
      role="group"
      aria-label={form.line(number)}
      className={classNames('course-line', isForOne && 'course-line-of-one')}
    >
      <Select
        label={form.program}
        value={line.program}
        options={programs.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          const next = programs.find((one) => one.id === id);
          onChange({ program: id, category: (next && leavesOf(next)[0]?.code) ?? '' });
        }}
      />
      {!isForOne && <RoleField role={line.role} onChange={(role) => onChange({ role })} />}
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

/** One of the usual roles by its name, or a custom word. */
function RoleField({ role, onChange }: { role: string; onChange: (role: string) => void }) {
  const { form } = useText(TEXT);
  const { roles } = useText(COUNCIL_TEXT);
  if (!Object.hasOwn(roles, role))
    return (
      <Field
        label={form.ownRole}
        value={role}
        pattern="[a-z_]{1,30}"
        title={form.ownRoleHint}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <Select
      label={form.role}
      value={role}
      options={[
        ...Object.entries(roles).map(([value, label]) => ({ value, label })),
        { value: '', label: form.otherRole },
      ]}
      onChange={onChange}
    />
  );
}
