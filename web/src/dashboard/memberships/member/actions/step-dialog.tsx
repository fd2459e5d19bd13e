/** Asks for the reason and the day of a step: suspension, reactivation, end, or death. */

import { useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import type { Member } from '../../../api.ts';
import { ReasonField } from '../../reason.tsx';
import { COUNCIL_TEXT } from '../../text.ts';
import { TEXT } from '../membership/text.ts';
import { useMemberChange } from '../use-member.ts';

type Step = { reason?: string; on?: string };

type StepDialogProps = {
  member: Member;
  title: string;
  intro: string;
  /** Shown when the step is done. */
  say: string;
  danger: boolean;
  call: (given: Step) => Promise<unknown>;
  /** Undefined for a step that cannot be undone. */
  undo: (() => Promise<unknown>) | undefined;
  onClose: () => void;
};

export function StepDialog({ member, title, intro, say, danger, call, undo, onClose }: StepDialogProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const [reason, setReason] = useState('');
  const [on, setOn] = useState('');
  const back = useMemberChange(member.id, async () => undo?.());
  const change = useMemberChange(member.id, call, {
    say,
    undo: undo && { label: words.undo, run: () => back.mutate() },
    onDone: onClose,
  });
  return (
    <FormDialog
      title={title}
      submit={title}
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
