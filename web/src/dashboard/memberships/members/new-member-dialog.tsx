/** A new member, and a membership with it. A refusal by the server is shown at the field that it names. */

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { fieldOf, plainWords } from '../../../calls/field-of.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Field } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { api, type Member, type Mode } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { useChange } from '../../use-change.ts';
import { ClockChoice } from '../clocks/clock-choice.tsx';
import { CONTACT_FIELDS, fullName } from '../full-name.ts';
import { usePrograms } from '../use-programs.ts';
import { parseFilters } from './list-query.ts';
import { TEXT } from './text.ts';

const FIELDS = [
  'given_name',
  'first_surname',
  'second_surname',
  'member_number',
  ...CONTACT_FIELDS,
  'member_since',
] as const;

type Draft = Record<(typeof FIELDS)[number] | 'program' | 'starts_on' | 'clock_id', string>;

const EMPTY = Object.fromEntries(
  [...FIELDS, 'program', 'starts_on', 'clock_id'].map((name) => [name, '']),
) as Draft;

export function NewMemberDialog({ onClose }: { onClose: () => void }) {
  const text = useText(TEXT);
  const [, go] = useLocation();
  const queries = useQueryClient();
  const [mode] = useMode();
  const [params] = useSearchParams();
  const [draft, setDraft] = useState({
    ...EMPTY,
    clock_id: mode === 'test' ? parseFilters(params).clock : '',
  });
  /** Set if the member was created but the membership failed. */
  const [made, setMade] = useState<Member>();
  const save = useChange(
    async () => {
      const member = made ?? (await api.createMember(toNewMember(draft), { mode })).member;
      setMade(member);
      await openMembership(mode, member.id, draft);
      return member;
    },
    {
      resets: [['members']],
      say: (member) => text.form.done(fullName(member)),
      onDone: ({ id }) => {
        onClose();
        go(`/memberships/members/${id}`);
      },
    },
  );
  const wrong = fieldOf(save.error, [...FIELDS, 'starts_on']);
  return (
    <FormDialog
      roomy
      title={text.form.title}
      submit={made ? text.form.openAgain : text.form.submit}
      change={save}
      hidesError={wrong !== undefined || made !== undefined}
      onClose={() => {
        if (made) void queries.resetQueries({ queryKey: ['members'] });
        onClose();
      }}
    >
      {made && save.error && (
        <Note tone="bad">
          {text.form.madeOnly(fullName(made))} {save.error.message}
        </Note>
      )}
      <MemberFields
        draft={draft}
        isMade={made !== undefined}
        onChange={(changes) => setDraft({ ...draft, ...changes })}
        errorOf={(name) => (wrong === name ? plainWords(save.error) : undefined)}
      />
    </FormDialog>
  );
}

type FieldsProps = {
  draft: Draft;
  isMade: boolean;
  onChange: (changes: Partial<Draft>) => void;
  errorOf: (name: keyof Draft) => string | undefined;
};

function MemberFields({ draft, isMade, onChange, errorOf }: FieldsProps) {
  const { form } = useText(TEXT);
  const { programs } = usePrograms();
  const active = programs.filter(({ status }) => status === 'active');
  const input = (name: keyof Draft, label: string, more: object = {}) => (
    <Field
      label={label}
      value={draft[name]}
      error={errorOf(name)}
      disabled={isMade && name !== 'starts_on'}
      autoComplete="off"
      maxLength={200}
      optional
      onChange={(event) => onChange({ [name]: event.target.value })}
      {...more}
    />
  );
  return (
    <div className="new-member-parts">
      {input('given_name', form.given, { optional: false })}
      <div className="council-pair">
        {input('first_surname', form.first, { optional: false })}
        {input('second_surname', form.second)}
        {input('curp', form.curp, { maxLength: 18, spellCheck: false, autoCapitalize: 'characters' })}
        {input('rfc', form.rfc, { maxLength: 13, spellCheck: false, autoCapitalize: 'characters' })}
        {input('email', form.email, { type: 'email' })}
        {input('phone', form.phone, { type: 'tel' })}
        {input('professional_license', form.license)}
        {input('specialty', form.specialty)}
        {input('member_number', form.number, { hint: form.numberHint })}
        {input('member_since', form.since, { type: 'date' })}
      </div>
      <ClockChoice value={draft.clock_id} onChange={(clock_id) => onChange({ clock_id })} />
      <hr />
      <div className="council-pair">
        <Select
          label={form.membership}
          value={draft.program}
          options={[
            { value: '', label: form.noProgram },
            ...active.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(program) => onChange({ program })}
        />
        {draft.program !== '' && input('starts_on', form.startsOn, { type: 'date', hint: form.startsHint })}
      </div>
    </div>
  );
}

function toNewMember(draft: Draft) {
  const given = FIELDS.map((name) => [name, draft[name].trim()] as const).filter(([, value]) => value !== '');
  return {
    given_name: '',
    first_surname: '',
    ...(Object.fromEntries(given) as Partial<Record<(typeof FIELDS)[number], string>>),
    ...(draft.clock_id !== '' && { clock_id: draft.clock_id }),
  };
}

async function openMembership(mode: Mode, memberId: string, { program, starts_on }: Draft): Promise<void> {
  if (program === '') return;
  await api.createMembership(memberId, { program_id: program, ...(starts_on && { starts_on }) }, { mode });
}
