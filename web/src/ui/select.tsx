import type { ComponentProps } from 'react';
import { type FieldFrame, Labelled } from './field.tsx';
import { Icon } from './icon.tsx';

type SelectProps<T extends string> = Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange'> &
  FieldFrame & {
    value: T;
    onChange: (value: T) => void;
    options: readonly { value: T; label: string }[];
  };

export function Select<T extends string>({
  label,
  hint,
  error,
  optional,
  value,
  onChange,
  options,
  ...select
}: SelectProps<T>) {
  return (
    <Labelled {...{ label, hint, error, optional }}>
      {(tied) => (
        <div className="select-box">
          <select
            {...select}
            {...tied}
            className="input select"
            value={value}
            onChange={(event) => onChange(event.target.value as T)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron" />
        </div>
      )}
    </Labelled>
  );
}
