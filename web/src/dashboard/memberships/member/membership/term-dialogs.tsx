import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { Select } from '../../../../ui/select.tsx';
import { api, type Evaluation, type Member, type Term } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { ReasonField } from '../../reason.tsx';
import { COUNCIL_TEXT } from '../../text.ts';
import { useMemberChange } from '../use-member.ts';
import { TEXT } from './text.ts';

type DialogProps = { member: Member; term: Term; onClose: () => void };

export function ExtendDialog({ member, term, onClose }: DialogProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const [mode] = useMode();
  const [until, setUntil] = useState(term.extended_until ?? '');
  const [reason, setReason] = useState('');
  const extend = useMemberChange(
    member.id,
    () => api.extendTerm(term.id, { until, reason: reason.trim() }, { mode }),
    {
      say: text.extendForm.done,
      onDone: onClose,
    },
  );
  return (
    <FormDialog title={text.extend} submit={text.extendForm.submit} change={extend} onClose={onClose}>
      <p>{text.extendForm.intro}</p>
      <Field
        label={text.extendForm.until}
        type="date"
        min={term.ends_on}
        value={until}
        onChange={(event) => setUntil(event.target.value)}
      />
      <ReasonField value={reason} hint={words.reasonHint} onChange={setReason} />
    </FormDialog>
  );
}

export function WaiveDialog({ member, term, onClose }: DialogProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const [mode] = useMode();
  const requirements = useTermRequirements(member, term);
  const [code, setCode] = useState('');
  const [min, setMin] = useState('0');
  const [reason, setReason] = useState('');
  const chosen = code || (requirements[0]?.code ?? '');
  const waive = useMemberChange(
    member.id,
    () => api.waiveRequirement(term.id, chosen, { min_points: Number(min), reason: reason.trim() }, { mode }),
    { say: text.waiveForm.done, onDone: onClose },
  );
  return (
    <FormDialog title={text.waive} submit={text.waiveForm.submit} change={waive} onClose={onClose}>
      <p>{text.waiveForm.intro}</p>
      <Select
        label={text.waiveForm.requirement}
        value={chosen}
        options={requirements.map((requirement) => ({ value: requirement.code, label: requirement.name }))}
        onChange={setCode}
      />
      <Field
        label={text.waiveForm.min}
        type="number"
        inputMode="decimal"
        min="0"
        step="0.01"
        value={min}
        onChange={(event) => setMin(event.target.value)}
      />
      <ReasonField value={reason} hint={words.reasonHint} onChange={setReason} />
    </FormDialog>
  );
}

/** The requirements by which a term is judged, from the record that the page has already read. */
function useTermRequirements(member: Member, term: Term): Evaluation['requirements'] {
  const [mode] = useMode();
  const { data } = useQuery({
    queryKey: ['member', member.id, mode, 'record'],
    queryFn: () => api.readMemberRecord(member.id, { mode }),
  });
  const parts = data?.transcript.memberships.flatMap(({ terms }) => terms) ?? [];
  return parts.find(({ id }) => id === term.id)?.evaluation?.requirements ?? [];
}
