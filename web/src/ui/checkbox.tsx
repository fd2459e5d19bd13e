import { type ComponentProps, type ReactNode, useId } from 'react';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'id' | 'onChange'> & {
  label: ReactNode;
  hint?: ReactNode;
  onChange?: (isChecked: boolean) => void;
};

export function Checkbox({ label, hint, onChange, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <label className="check">
      <input
        {...input}
        type="checkbox"
        aria-describedby={hint ? id : undefined}
        onChange={(event) => onChange?.(event.target.checked)}
      />
      <span>{label}</span>
      {hint && (
        <span className="check-hint" id={id}>
          {hint}
        </span>
      )}
    </label>
  );
}
