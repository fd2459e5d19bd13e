/** Actions that cannot be undone: merging two records, removing personal data, deleting a record made by mistake. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useText } from '../../../../i18n/use-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { Note } from '../../../../ui/note.tsx';
import { useWords } from '../../../../ui/use-words.ts';
import { api, type Member } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { useChange } from '../../../use-change.ts';
import { fullName } from '../../full-name.ts';
import { ReasonField } from '../../reason.tsx';
import { COUNCIL_TEXT } from '../../text.ts';
import { useMemberChange } from '../use-member.ts';
import { TEXT } from './text.ts';

type DialogProps = { member: Member; onClose: () => void };

export function MergeDialog({ member, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [, go] = useLocation();
  const [number, setNumber] = useState('');
  const [typed, setTyped] = useWords('', setNumber);
  const [reason, setReason] = useState('');
  const { data } = useQuery({
    queryKey: ['member-by-number', mode, number],
    queryFn: () => api.listMembersWithStandings({ member_number: number, mode }),
    enabled: number !== '',
  });
  const other = data?.members.find(({ id }) => id !== member.id);
  const merge = useMemberChange(
    member.id,
    () => api.mergeMember(member.id, { into: other?.id ?? '', reason: reason.trim() }, { mode }),
    { say: text.merged, onDone: () => go(`/memberships/members/${other?.id}`) },
  );
  return (
    <FormDialog
      title={text.mergeTitle}
      submit={text.mergeSubmit}
      danger
      change={merge}
      onSubmit={() => other && merge.mutate()}
      onClose={onClose}
    >
      <p>{text.mergeIntro}</p>
      <Field
        label={text.into}
        value={typed}
        maxLength={100}
        autoComplete="off"
        error={number !== '' && data && other === undefined ? text.intoNobody : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {other && <Note tone="good">{text.intoFound(`${fullName(other)} (${other.member_number})`)}</Note>}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}

export function AnonymiseDialog({ member, onClose }: DialogProps) {
  const text = useText(TEXT);
  const words = useText(COUNCIL_TEXT);
  const [mode] = useMode();
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const anonymise = useMemberChange(
    member.id,
    () => api.anonymiseMember(member.id, { reason: reason.trim() }, { mode }),
    {
      say: text.anonymised,
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      title={text.anonymiseTitle}
      submit={text.anonymise}
      icon="trash"
      danger
      change={anonymise}
      onSubmit={() => {
        const isRight = typed.trim() === member.member_number;
        setWrong(!isRight);
        if (isRight) anonymise.mutate();
      }}
      onClose={onClose}
    >
      <p>{text.anonymiseIntro}</p>
      <ReasonField value={reason} hint={words.reasonHint} onChange={setReason} />
      <Field
        label={text.confirm(member.member_number)}
        value={typed}
        error={isWrong ? text.mismatch : undefined}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}

/** Deletes a record that was made by mistake. The server checks that nothing depends on the record. */
export function DeleteDialog({ member, onClose }: DialogProps) {
  const text = useText(TEXT);
  const [mode] = useMode();
  const [, go] = useLocation();
  const remove = useChange(() => api.deleteMember(member.id, { mode }), {
    resets: [['members']],
    say: text.removed,
    onDone: () => go('/memberships/members'),
  });
  return (
    <FormDialog
      title={text.removeTitle}
      submit={text.remove}
      icon="trash"
      danger
      change={remove}
      onClose={onClose}
    >
      <p>{text.removeIntro}</p>
    </FormDialog>
  );
}
