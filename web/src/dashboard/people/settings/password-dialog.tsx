import { type ReactNode, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { Proof } from '../passkeys/ceremony.ts';
import { usePasskeyOffer } from '../passkeys/use-passkey-offer.ts';
import { useToldError } from '../passkeys/use-told-error.ts';
import { useAccount } from '../session.ts';
import { TEXT } from './text.ts';

type PasswordDialogProps = {
  title: string;
  children?: ReactNode;
  submit: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  /** Asks for the second factor too, where there is one. */
  asksForFactor?: boolean;
  /** Without a proof where none was asked for. */
  onPassword: (password: string, proof: Proof | undefined) => void;
  onClose: () => void;
};

/** Asks for the password again before anything that a stolen session must not be able to do. */
export function PasswordDialog({
  onPassword,
  asksForFactor = false,
  children,
  error,
  ...dialog
}: PasswordDialogProps) {
  const { factor: text } = useText(TEXT);
  const account = useAccount();
  const offer = usePasskeyOffer();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const needsFactor = asksForFactor && account.second_factor;
  const mayUsePasskey = account.passkeys > 0 && offer === 'on';
  const typed = code.trim();
  const proof = typed === '' && mayUsePasskey ? 'passkey' : { code: typed };
  return (
    <FormDialog
      {...dialog}
      error={useToldError(error)}
      onSubmit={() => onPassword(password, needsFactor ? proof : undefined)}
    >
      {children}
      <PasswordField
        label={text.password}
        hint={text.passwordHint}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="current-password"
        maxLength={200}
      />
      {needsFactor && (
        <Field
          label={text.ownCode}
          hint={mayUsePasskey ? text.ownCodeOrPasskeyHint : text.ownCodeHint}
          required={!mayUsePasskey}
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
