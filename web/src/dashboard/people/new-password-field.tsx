import { defineText, useText } from '../../i18n/use-text.ts';
import { PasswordField } from '../../ui/field.tsx';

const SHORTEST = 10;

const TEXT = defineText({
  en: {
    hint: 'At least 10 characters. A short sentence is easier to remember and harder to guess.',
    tooShort: 'Use at least 10 characters.',
  },
  es: {
    hint: 'Al menos 10 caracteres. Una frase corta es más fácil de recordar y más difícil de adivinar.',
    tooShort: 'Use al menos 10 caracteres.',
  },
});

export const isTooShort = (password: string): boolean => password.length < SHORTEST;

type NewPasswordFieldProps = {
  label: string;
  value: string;
  onChange: (password: string) => void;
  /** Whether the submitted password is too short. */
  tooShort: boolean;
  /** A problem other than the password's length, such as the server's refusal. */
  error?: string | undefined;
  autoFocus?: boolean;
};

export function NewPasswordField({ tooShort, error, onChange, ...field }: NewPasswordFieldProps) {
  const text = useText(TEXT);
  return (
    <PasswordField
      {...field}
      hint={text.hint}
      error={tooShort ? text.tooShort : error}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="new-password"
      maxLength={200}
    />
  );
}
