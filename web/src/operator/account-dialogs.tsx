/** Actions of the operator on an account. Each needs a reason and is written to two logs. */

import { useState } from 'react';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Field, TextArea, WholeNumberField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Note } from '../ui/note.tsx';
import { type OperatorAccount, type OperatorSeat, operatorApi } from './api.ts';
import { useAct } from './proof.tsx';
import { OPERATOR_TEXT } from './text.ts';

export type AccountAct = 'grant' | 'limits' | 'suspend' | 'resume' | 'close';

const AFTER = [
  ['operator', 'account'],
  ['operator', 'accounts'],
  ['operator', 'requests'],
];

type DialogProps = { account: OperatorAccount; onClose: () => void };

export function AccountDialog({ act, ...dialog }: DialogProps & { act: AccountAct }) {
  switch (act) {
    case 'grant':
      return <GrantDialog {...dialog} />;
    case 'limits':
      return <LimitsDialog {...dialog} />;
    case 'close':
      return <CloseDialog {...dialog} />;
    default:
      return <SuspendDialog act={act} {...dialog} />;
  }
}

function GrantDialog({ account, onClose }: DialogProps) {
  const { account: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  const [certificates, setCertificates] = useState('');
  const [reason, setReason] = useState('');
  const grant = useAct(
    () =>
      operatorApi.grantCertificates(account.id, {
        certificates: Number(certificates),
        reason: reason.trim(),
      }),
    { refreshes: AFTER, say: text.done, onDone: onClose },
  );
  return (
    <FormDialog title={text.acts.grant} submit={text.save} change={grant} onClose={onClose}>
      <p>{text.leftNow(formats.number(account.certificates_left))}</p>
      <Field
        label={text.howMany}
        hint={text.howManyHint}
        type="number"
        step={1}
        value={certificates}
        onChange={({ target }) => setCertificates(target.value)}
      />
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}

function LimitsDialog({ account, onClose }: DialogProps) {
  const { account: text } = useText(OPERATOR_TEXT);
  const [rate, setRate] = useState(String(account.max_rate_per_minute ?? ''));
  const [quota, setQuota] = useState(String(account.max_monthly_quota ?? ''));
  const orNull = (typed: string) => (typed === '' ? null : Number(typed));
  const limit = useAct(
    () =>
      operatorApi.limitAccount(account.id, {
        max_rate_per_minute: orNull(rate),
        max_monthly_quota: orNull(quota),
      }),
    { refreshes: AFTER, say: text.done, onDone: onClose },
  );
  return (
    <FormDialog title={text.acts.limits} submit={text.save} change={limit} onClose={onClose}>
      <p>{text.limitsNote}</p>
      <WholeNumberField label={text.rate} optional value={rate} onChange={setRate} />
      <WholeNumberField label={text.quota} optional value={quota} onChange={setQuota} />
    </FormDialog>
  );
}

function SuspendDialog({ account, act, onClose }: DialogProps & { act: 'suspend' | 'resume' }) {
  const { account: text } = useText(OPERATOR_TEXT);
  const [reason, setReason] = useState('');
  const call = act === 'suspend' ? operatorApi.suspendAccount : operatorApi.resumeAccount;
  const change = useAct(() => call(account.id, { reason: reason.trim() }), {
    refreshes: AFTER,
    say: text.done,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={text.acts[act]}
      submit={text.acts[act]}
      danger={act === 'suspend'}
      change={change}
      onClose={onClose}
    >
      <p>{text.means[act]}</p>
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}

function CloseDialog({ account, onClose }: DialogProps) {
  const { account: text } = useText(OPERATOR_TEXT);
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const close = useAct(
    () => operatorApi.closeAccount(account.id, { name: name.trim(), reason: reason.trim() }),
    {
      refreshes: AFTER,
      say: text.done,
      onDone: onClose,
    },
  );
  return (
    <FormDialog title={text.acts.close} submit={text.acts.close} danger change={close} onClose={onClose}>
      <Note tone="warn">{text.means.close}</Note>
      <Field
        label={text.typeName(account.name)}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}

export function FactorDialog({ seat, onClose }: { seat: OperatorSeat; onClose: () => void }) {
  const { account: text } = useText(OPERATOR_TEXT);
  const [reason, setReason] = useState('');
  const remove = useAct(() => operatorApi.removeSecondFactor(seat.id, { reason: reason.trim() }), {
    refreshes: AFTER,
    say: text.done,
    onDone: onClose,
  });
  return (
    <FormDialog title={text.removeFactor} submit={text.removeFactor} danger change={remove} onClose={onClose}>
      <p>{text.factorNote(seat.email)}</p>
      <TextArea
        label={text.howShown}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}

function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { account: text } = useText(OPERATOR_TEXT);
  return (
    <TextArea
      label={text.reason}
      hint={text.reasonHint}
      rows={3}
      maxLength={500}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
