import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { ownApi, type SecondFactorSetup } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { ME } from '../session.ts';
import { TEXT } from './text.ts';

type ConfirmFactorDialogProps = {
  setup: SecondFactorSetup;
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
};

/** Nothing changes before somebody enters a correct code from the app, so a failed scan locks nobody out. */
export function ConfirmFactorDialog({ setup, onClose, onCodes }: ConfirmFactorDialogProps) {
  const text = useText(TEXT);
  const [code, setCode] = useState('');
  const [isMisshapen, setMisshapen] = useState(false);
  const confirm = useChange(ownApi.confirmSecondFactor, {
    refreshes: [ME],
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  return (
    <FormDialog
      title={text.factor.enableTitle}
      submit={text.factor.confirm}
      change={confirm}
      hidesError
      onSubmit={() => {
        const digits = code.replace(/\s/g, '');
        setMisshapen(!/^\d{6}$/.test(digits));
        if (/^\d{6}$/.test(digits)) confirm.mutate({ code: digits });
      }}
      onClose={onClose}
    >
      <p>{text.factor.scan}</p>
      <img
        className="factor-qr"
        src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
        alt={text.factor.qr}
        width={208}
        height={208}
      />
      <p className="small">{text.factor.byHand}</p>
      <div className="factor-secret">
        <code>{inFours(setup.secret)}</code>
        <CopyButton value={setup.secret} label={text.factor.copySecret} short />
      </div>
      {confirm.error && <Note tone="bad">{confirm.error.message}</Note>}
      <Field
        label={text.factor.code}
        error={isMisshapen ? text.factor.codeShape : undefined}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
      />
    </FormDialog>
  );
}

/** Easier to type; apps ignore the spaces. */
function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
