import { type ReactNode, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { PasswordField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TEXT } from './text.ts';

type PasswordDialogProps = {
  title: string;
  children?: ReactNode;
  submit: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  onPassword: (password: string) => void;
  onClose: () => void;
};

/** Asks for the password again before anything that a stolen session must not be able to do. */
export function PasswordDialog({ onPassword, children, ...dialog }: PasswordDialogProps) {
  const text = useText(TEXT);
  const [password, setPassword] = useState('');
  return (
    <FormDialog {...dialog} onSubmit={() => onPassword(password)}>
      {children}
      <PasswordField
        label={text.factor.password}
        hint={text.factor.passwordHint}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="current-password"
        maxLength={200}
      />
    </FormDialog>
  );
}
