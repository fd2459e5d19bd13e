import { type ReactNode, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
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

/** Asks once more who is there, before what a stolen session must not be able to do. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, submit, danger, busy, error, onPassword, onClose } = props;
  const text = useText(TEXT);
  const [password, setPassword] = useState('');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      onSubmit={() => onPassword(password)}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <div className="stack">
        {error && <Note tone="bad">{error.message}</Note>}
        {children}
        <PasswordField
          label={text.factor.password}
          hint={text.factor.passwordHint}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
          maxLength={200}
        />
      </div>
    </Dialog>
  );
}
