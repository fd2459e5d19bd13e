import { Field } from '../../ui/field.tsx';

type PersonFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
  maxLength?: number;
  pattern?: string;
};

export function NameField({ onChange, ...field }: PersonFieldProps) {
  return (
    <Field
      {...field}
      autoComplete="name"
      maxLength={200}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The address that somebody logs in with. */
export function EmailField({ onChange, ...field }: PersonFieldProps) {
  return (
    <Field
      {...field}
      type="email"
      autoComplete="username"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
