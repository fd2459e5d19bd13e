import { useId } from 'react';
import { classNames } from './class-names.ts';

type ChoicesProps<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; name: string; hint?: string }[];
  /** Puts the choices side by side if there is room. */
  columns?: boolean;
};

/** Radio buttons, each with a line of explanation. */
export function Choices<T extends string>({ label, value, onChange, options, columns }: ChoicesProps<T>) {
  const id = useId();
  return (
    <fieldset className={classNames('choices', columns && 'choices-columns')}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            name={id}
            checked={value === option.value}
            aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
            onChange={() => onChange(option.value)}
          />
          <span className="choice-name">{option.name}</span>
          {option.hint && (
            <span className="choice-hint" id={`${id}-${option.value}`}>
              {option.hint}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
