import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { UI_TEXT } from './text.ts';

export type FieldFrame = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
};

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & FieldFrame;

/** A labelled text input. Its `error` is announced to screen readers when it appears. */
export function Field({ label, hint, error, optional, ...input }: FieldProps) {
  return (
    <Labelled {...{ label, hint, error, optional }}>
      {(tied) => <input {...input} {...tied} className="input" required={input.required ?? !optional} />}
    </Labelled>
  );
}

type WholeNumberProps = Omit<FieldProps, 'onChange'> & { onChange: (typed: string) => void };

/** A number of at least 1. */
export function WholeNumberField({ onChange, ...field }: WholeNumberProps) {
  return (
    <Field type="number" min={1} step={1} {...field} onChange={({ target }) => onChange(target.value)} />
  );
}

export function TextArea({ label, hint, error, optional, ...area }: ComponentProps<'textarea'> & FieldFrame) {
  return (
    <Labelled {...{ label, hint, error, optional }}>
      {(tied) => <textarea {...area} {...tied} className="input" required={area.required ?? !optional} />}
    </Labelled>
  );
}

/** A password input with a button that shows it, since long passwords are easily mistyped. */
export function PasswordField({ label, hint, error, optional, ...input }: FieldProps) {
  const [isShown, setShown] = useState(false);
  const text = useText(UI_TEXT);
  return (
    <Labelled {...{ label, hint, error, optional }}>
      {(tied) => (
        <div className="input-with-button">
          <input {...input} {...tied} type={isShown ? 'text' : 'password'} className="input" required />
          <Button
            variant="quiet"
            size="small"
            icon={isShown ? 'eye-off' : 'eye'}
            aria-label={text.showPassword}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Labelled>
  );
}

type Tied = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

/** Label, hint and error around any input; `children` gets the attributes that connect them. */
export function Labelled({
  label,
  hint,
  error,
  optional,
  children,
}: {
  [Key in keyof FieldFrame]: FieldFrame[Key] | undefined;
} & { children: (tied: Tied) => ReactNode }) {
  const id = useId();
  const text = useText(UI_TEXT);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        <span>{label}</span>
        {optional && <span className="field-optional">{text.optional}</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`} role="alert">
          <Icon name="error" size={16} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

/** For a number with at most two decimals. */
export const DECIMAL = { type: 'number', inputMode: 'decimal', min: '0', step: '0.01' } as const;
