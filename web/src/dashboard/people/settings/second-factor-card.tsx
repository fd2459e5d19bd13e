import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { api, type SecondFactorSetup } from '../../api.ts';
import { type Proof, shown } from '../passkeys/ceremony.ts';
import { ME, useAccount } from '../session.ts';
import { ConfirmFactorDialog } from './confirm-factor-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TEXT } from './text.ts';

type Step =
  | { name: 'begin' | 'remove' }
  | { name: 'confirm'; setup: SecondFactorSetup }
  | { name: 'codes'; codes: readonly string[] };

type Owner = { password: string; proof: Proof | undefined };

export function SecondFactorCard() {
  const { factor: text } = useText(TEXT);
  const { authenticator_app: isOn } = useAccount();
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
  const begin = useMutation({
    mutationFn: async ({ password, proof }: Owner) =>
      api.beginSecondFactor({ password, ...(proof && (await shown(proof))) }),
    onSuccess: onBegun,
  });
  return (
    <PasswordDialog
      title={text.enableTitle}
      submit={text.next}
      busy={begin.isPending}
      error={begin.error}
      onPassword={(password, proof) => begin.mutate({ password, proof })}
      asksForFactor
      onClose={onClose}
    />
  );
}

function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { factor: text } = useText(TEXT);
  const toast = useToast();
  const queries = useQueryClient();
  const { passkeys } = useAccount();
  const remove = useMutation({
    mutationFn: async ({ password, proof }: Owner) =>
      api.removeSecondFactor({ password, ...(proof && (await shown(proof))) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ME });
      toast(text.removed);
      onClose();
    },
  });
  return (
    <PasswordDialog
      title={text.removeTitle}
      submit={text.removeSubmit}
      danger
      busy={remove.isPending}
      error={remove.error}
      onPassword={(password, proof) => remove.mutate({ password, proof })}
      asksForFactor
      onClose={onClose}
    >
      <p>{passkeys > 0 ? text.removeIntroWithPasskeys : text.removeIntro}</p>
    </PasswordDialog>
  );
}
