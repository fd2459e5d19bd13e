import { useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { Note } from '../../../../ui/note.tsx';
import { Select } from '../../../../ui/select.tsx';
import { api, type Member, type Membership } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { usePrograms } from '../../use-programs.ts';
import { useMemberChange } from '../use-member.ts';
import { TEXT } from './text.ts';

type DialogProps = { member: Member; memberships: readonly Membership[]; onClose: () => void };

export function OpenMembershipDialog({ member, memberships, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const { programs } = usePrograms();
  const taken = new Set(memberships.filter(({ status }) => status !== 'ended').map((one) => one.program_id));
  const free = programs.filter(({ id, status }) => status === 'active' && !taken.has(id));
  const [program, setProgram] = useState('');
  const [startsOn, setStartsOn] = useState('');
  const [number, setNumber] = useState('1');
  const chosen = program || (free[0]?.id ?? '');
  const open = useMemberChange(
    member.id,
    () =>
      api.createMembership(
        member.id,
        {
          program_id: chosen,
          first_term_number: Number(number),
          ...(startsOn && { starts_on: startsOn }),
        },
        { mode },
      ),
    { say: text.opened, onDone: onClose },
  );
  return (
    <FormDialog
      title={text.openTitle}
      submit={text.open}
      change={open}
      onSubmit={() => chosen && open.mutate()}
      onClose={onClose}
    >
      {free.length === 0 && <Note tone="warn">{text.noProgram}</Note>}
      <Select
        label={text.program}
        value={chosen}
        options={free.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setProgram}
      />
      <div className="council-pair">
        <Field
          label={text.startsOn}
          hint={text.startsHint}
          type="date"
          value={startsOn}
          optional
          onChange={(event) => setStartsOn(event.target.value)}
        />
        <Field
          label={text.number}
          type="number"
          min="1"
          max="1000"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
      </div>
    </FormDialog>
  );
}
