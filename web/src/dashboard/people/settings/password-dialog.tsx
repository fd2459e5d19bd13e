import { type ReactNode, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TEXT } from './text.ts';

type PasswordDialogProps = {
  title: string;
  children?: ReactNode;
  submit: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  /** Asks for a code of the second factor too. */
  asksForCode?: boolean;
  onPassword: (password: string, code: string) => void;
  onClose: () => void;
};

/** Asks for the password again before anything that a stolen session must not be able to do. */
export function PasswordDialog({
  onPassword,
  asksForCode = false,
  children,
  ...dialog
}: PasswordDialogProps) {
  const text = useText(TEXT);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <FormDialog {...dialog} onSubmit={() => onPassword(password, code.trim())}>
      {children}
      <PasswordField
        label={text.factor.password}
        hint={text.factor.passwordHint}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="current-password"
        maxLength={200}
      />
      {asksForCode && (
        <Field
          label={text.factor.ownCode}
          hint={text.factor.ownCodeHint}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={50}
        />
      )}
    </FormDialog>
  );
}
