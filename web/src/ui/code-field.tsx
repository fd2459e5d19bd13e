import { Field } from './field.tsx';

type CodeFieldProps = { label: string; value: string; onChange: (code: string) => void };

/** A code that was mailed. */
export function CodeField({ onChange, ...field }: CodeFieldProps) {
  return (
    <Field
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
