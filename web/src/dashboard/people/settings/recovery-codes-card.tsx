import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ownApi } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { type Owner, provenBy } from '../passkeys/ceremony.ts';
import { usePerson } from '../session.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TEXT } from './text.ts';

/** For people with a second factor of any kind. */
export function RecoveryCodesCard() {
  const { factor: text, codes: codesText } = useText(TEXT);
  const { second_factor: hasFactor } = usePerson();
  const [step, setStep] = useState<'renew' | { codes: readonly string[] }>();
  const close = () => setStep(undefined);
  if (!hasFactor) return null;
  return (
    <Card title={codesText.list}>
      <div className="stack settings-form">
        <p>{text.codesNote}</p>
        <div className="row">
          <Button icon="refresh" onClick={() => setStep('renew')}>
            {text.renew}
          </Button>
        </div>
      </div>
      {step === 'renew' && <RenewDialog onClose={close} onCodes={(codes) => setStep({ codes })} />}
      {typeof step === 'object' && <RecoveryCodesDialog codes={step.codes} onClose={close} />}
    </Card>
  );
}

type RenewDialogProps = { onClose: () => void; onCodes: (codes: readonly string[]) => void };

function RenewDialog({ onClose, onCodes }: RenewDialogProps) {
  const { factor: text } = useText(TEXT);
  const renew = useChange(async (owner: Owner) => ownApi.renewRecoveryCodes(await provenBy(owner)), {
    onDone: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  return (
    <PasswordDialog
      title={text.renewTitle}
      submit={text.renew}
      change={renew}
      asksForFactor
      onClose={onClose}
    >
      <p>{text.renewIntro}</p>
    </PasswordDialog>
  );
}
