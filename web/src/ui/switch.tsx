import type { ReactNode } from 'react';

type SwitchProps = {
  checked: boolean;
  onChange: (isOn: boolean) => void;
  label: ReactNode;
  disabled?: boolean;
};

/** For what takes effect at once; a form's choices are checkboxes. */
export function Switch({ checked, onChange, label, disabled }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    >
      <span className="switch-track" aria-hidden="true" />
      <span>{label}</span>
    </button>
  );
}
