/** A question with a reason and a day: suspend, reactivate, end, record a death. */

import { useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { ReasonField } from '../../reason.tsx';
import { COUNCIL_TEXT } from '../../text.ts';
import { TEXT } from '../membership/text.ts';

export type Step = { reason?: string; on?: string };

type StepDialogProps = {
  title: string;
  intro: string;
  submit: string;
  danger?: boolean;
  change: {
    isPending: boolean;
    error: Error | null;
    mutate: (given: Step) => void;
  };
  onClose: () => void;
};

export function StepDialog({ title, intro, submit, danger, change, onClose }: StepDialogProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const [reason, setReason] = useState('');
  const [on, setOn] = useState('');
  return (
    <FormDialog
      title={title}
      submit={submit}
      danger={danger}
      change={change}
      onSubmit={() => change.mutate({ ...(reason.trim() && { reason: reason.trim() }), ...(on && { on }) })}
      onClose={onClose}
    >
      <p>{intro}</p>
      <ReasonField value={reason} hint={words.reasonHint} optional onChange={setReason} />
      <Field
        label={text.on}
        hint={text.onHint}
        type="date"
        value={on}
        optional
        onChange={(event) => setOn(event.target.value)}
      />
    </FormDialog>
  );
}
