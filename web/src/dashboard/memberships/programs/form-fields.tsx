/**
 * Fields for values in the rules. Each knows the path of its value, so it shows the problem at that path; a retired
 * program's fields are read-only.
 */

import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { useProgramForm } from './form-context.tsx';
import { NumberField } from './number-field.tsx';

type At = { at: string; label: string; hint?: string };

export function RuleText({
  at,
  value,
  onChange,
  ...field
}: At & { value: string; optional?: boolean; maxLength?: number; onChange: (value: string) => void }) {
  const { problems, isReadOnly } = useProgramForm();
  return (
    <Field
      {...field}
      value={value}
      disabled={isReadOnly}
      error={problems[at]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** A number that must be given. */
export function RuleNumber({
  at,
  onChange,
  ...field
}: At & { value: number | null | undefined; onChange: (value: number) => void }) {
  const { problems, isReadOnly } = useProgramForm();
  return (
    <NumberField
      {...field}
      value={field.value ?? null}
      disabled={isReadOnly}
      error={problems[at]}
      onChange={(value) => onChange(value ?? Number.NaN)}
    />
  );
}

/** A number that may be left out. */
export function RuleLimit({
  at,
  onChange,
  ...field
}: At & { value: number | null | undefined; onChange: (value: number | null) => void }) {
  const { problems, isReadOnly } = useProgramForm();
  return (
    <NumberField
      {...field}
      optional
      value={field.value ?? null}
      disabled={isReadOnly}
      error={problems[at]}
      onChange={onChange}
    />
  );
}

export function RuleChoice<T extends string>({
  at,
  value,
  options,
  onChange,
  ...field
}: At & {
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}) {
  const { problems, isReadOnly } = useProgramForm();
  return (
    <Select
      {...field}
      value={value}
      options={options}
      disabled={isReadOnly}
      error={problems[at]}
      onChange={onChange}
    />
  );
}

/** A checkbox. A problem is shown in place of the hint. */
export function RuleCheck({
  at,
  label,
  hint,
  isOn,
  onChange,
}: At & { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { problems, isReadOnly } = useProgramForm();
  return (
    <Checkbox
      label={label}
      hint={problems[at] ? <span className="field-error">{problems[at]}</span> : hint}
      disabled={isReadOnly}
      checked={isOn}
      onChange={onChange}
    />
  );
}
