import { type ReactNode, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import type { Change } from '../../../ui/change.ts';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { Owner } from '../passkeys/ceremony.ts';
import { usePasskeyOffer } from '../passkeys/use-passkey-offer.ts';
import { useToldError } from '../passkeys/use-told-error.ts';
import { usePerson } from '../session.ts';
import { ProveAtIssuerDialog, useIssuerProof } from '../sso/issuer-proof.tsx';
import { TEXT as SSO_TEXT } from '../sso/text.ts';
import { TEXT } from './text.ts';

type PasswordDialogProps = {
  title: string;
  children?: ReactNode;
  submit: string;
  danger?: boolean;
  change: Change<Owner>;
  /** Also asks for the second factor, if there is one. */
  asksForFactor?: boolean;
  onClose: () => void;
};

/** Asks for another proof of identity before an action that must be impossible with a stolen session. */
export function PasswordDialog(props: PasswordDialogProps) {
  const issuer = useIssuerProof();
  if (issuer === undefined || issuer.isProven) return <ProofDialog {...props} provenAt={issuer?.name} />;
  return <ProveAtIssuerDialog title={props.title} name={issuer.name} onClose={props.onClose} />;
}

type OwnerDialogProps = Pick<PasswordDialogProps, 'change' | 'onClose' | 'children'> & {
  text: { title: string; submit: string };
};

/** For actions that cannot be undone; asks for every available proof. */
export function OwnerDialog({ text, ...dialog }: OwnerDialogProps) {
  return <PasswordDialog {...dialog} title={text.title} submit={text.submit} danger asksForFactor />;
}

/** `provenAt`: the issuer at which a proof replaces the password. */
type ProofDialogProps = PasswordDialogProps & { provenAt: string | undefined };

function ProofDialog({ change, asksForFactor = false, children, provenAt, ...dialog }: ProofDialogProps) {
  const { factor: text } = useText(TEXT);
  const { proven } = useText(SSO_TEXT);
  const person = usePerson();
  const offer = usePasskeyOffer();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const needsFactor = asksForFactor && person.second_factor;
  const mayUsePasskey = person.passkeys > 0 && offer === 'on';
  const typed = code.trim();
  const proof = typed === '' && mayUsePasskey ? 'passkey' : { code: typed };
  return (
    <FormDialog
      {...dialog}
      change={{ ...change, error: useToldError(change.error) }}
      onSubmit={() => change.mutate({ password, proof: needsFactor ? proof : undefined })}
    >
      {children}
      {provenAt === undefined ? (
        <PasswordField
          label={text.password}
          hint={text.passwordHint}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="current-password"
          maxLength={200}
        />
      ) : (
        <p className="muted small">{proven(provenAt)}</p>
      )}
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
