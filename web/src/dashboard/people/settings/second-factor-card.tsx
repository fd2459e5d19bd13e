import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ownApi, type SecondFactorSetup } from '../../own-api.ts';
import { useChange } from '../../use-change.ts';
import { type Owner, provenBy } from '../passkeys/ceremony.ts';
import { ME, usePerson } from '../session.ts';
import { ConfirmFactorDialog } from './confirm-factor-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TEXT } from './text.ts';

type Step =
  | { name: 'begin' | 'remove' }
  | { name: 'confirm'; setup: SecondFactorSetup }
  | { name: 'codes'; codes: readonly string[] };

export function SecondFactorCard() {
  const { factor: text } = useText(TEXT);
  const { authenticator_app: isOn } = usePerson();
  const [step, setStep] = useState<Step>();
  return (
    <Card
      title={
        <span className="row gap-small">
          {text.title}
          <Badge tone={isOn ? 'good' : 'plain'}>{isOn ? text.on : text.off}</Badge>
        </span>
      }
    >
      <div className="stack settings-form">
        <p>{isOn ? text.onNote : text.offNote}</p>
        <div className="row">
          {isOn ? (
            <Button variant="danger" onClick={() => setStep({ name: 'remove' })}>
              {text.remove}
            </Button>
          ) : (
            <Button variant="primary" icon="shield" onClick={() => setStep({ name: 'begin' })}>
              {text.enable}
            </Button>
          )}
        </div>
      </div>
      {step && <FactorDialog step={step} setStep={setStep} />}
    </Card>
  );
}

function FactorDialog({ step, setStep }: { step: Step; setStep: (step: Step | undefined) => void }) {
  const close = () => setStep(undefined);
  const showCodes = (codes: readonly string[]) => setStep({ name: 'codes', codes });
  switch (step.name) {
    case 'begin':
      return <BeginDialog onClose={close} onBegun={(setup) => setStep({ name: 'confirm', setup })} />;
    case 'confirm':
      return <ConfirmFactorDialog setup={step.setup} onClose={close} onCodes={showCodes} />;
    case 'remove':
      return <RemoveDialog onClose={close} />;
    case 'codes':
      return <RecoveryCodesDialog codes={step.codes} onClose={close} />;
  }
}

type BeginDialogProps = { onClose: () => void; onBegun: (setup: SecondFactorSetup) => void };

function BeginDialog({ onClose, onBegun }: BeginDialogProps) {
  const { factor: text } = useText(TEXT);
  const begin = useChange(async (owner: Owner) => ownApi.beginSecondFactor(await provenBy(owner)), {
    onDone: onBegun,
  });
  return (
    <PasswordDialog
      title={text.enableTitle}
      submit={text.next}
      change={begin}
      asksForFactor
      onClose={onClose}
    />
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { factor: text } = useText(TEXT);
  const { passkeys } = usePerson();
  const remove = useChange(async (owner: Owner) => ownApi.removeSecondFactor(await provenBy(owner)), {
    awaits: [ME],
    say: text.removed,
    onDone: onClose,
  });
  return (
    <PasswordDialog
      title={text.removeTitle}
      submit={text.removeSubmit}
      danger
      change={remove}
      asksForFactor
      onClose={onClose}
    >
      <p>{passkeys > 0 ? text.removeIntroWithPasskeys : text.removeIntro}</p>
    </PasswordDialog>
  );
}
