import { useEffect, useState } from 'react';
import { Field } from '../../../ui/field.tsx';

type NumberFieldProps = {
  label: string;
  value: number | null;
  /**
   * Gets null if the field is empty, and NaN for anything that is no number, which the field then shows as a problem.
   */
  onChange: (value: number | null) => void;
  error?: string | undefined;
  hint?: string;
  optional?: boolean;
  disabled?: boolean;
};

/** Keeps what is typed, such as "2." on the way to 2.5. */
export function NumberField({ label, value, onChange, error, hint, optional, disabled }: NumberFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value));
  useEffect(() => {
    setText((typed) =>
      parse(typed) === value || Number.isNaN(value) ? typed : value === null ? '' : String(value),
    );
  }, [value]);
  return (
    <Field
      label={label}
      inputMode="decimal"
      value={text}
      required={!optional}
      disabled={disabled}
      {...(optional && { optional })}
      {...(error && { error })}
      {...(hint && { hint })}
      onChange={({ target }) => {
        setText(target.value);
        onChange(parse(target.value));
      }}
    />
  );
}

function parse(text: string): number | null {
  return text.trim() === '' ? null : Number(text.replace(',', '.'));
}
