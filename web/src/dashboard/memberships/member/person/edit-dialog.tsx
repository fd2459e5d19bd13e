/** Changes a person's data. CURP and RFC are sent only if they were typed again. */

import { useState } from 'react';
import { fieldOf, plainWords } from '../../../../calls/field-of.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { api, type Member, type MemberChange } from '../../../api.ts';
import { useMode } from '../../../mode.tsx';
import { CONTACT_FIELDS } from '../../full-name.ts';
import { TEXT as MEMBERS_TEXT } from '../../members/text.ts';
import { TEXT } from '../text.ts';
import { useMemberChange } from '../use-member.ts';

const FIELDS = [
  'given_name',
  'first_surname',
  'second_surname',
  ...CONTACT_FIELDS,
  'specialty_license',
  'member_since',
] as const;

type Name = (typeof FIELDS)[number];

/** The server sends these values masked, so they cannot be sent back. */
const MASKED: readonly Name[] = ['curp', 'rfc'];

export function EditDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const text = useText(TEXT);
  const { form } = useText(MEMBERS_TEXT);
  const [mode] = useMode();
  const [draft, setDraft] = useState<Partial<Record<Name, string>>>({});
  const save = useMemberChange(member.id, () => api.updateMember(member.id, toChange(draft), { mode }), {
    say: text.saved,
    onDone: onClose,
  });
  const wrong = fieldOf(save.error, FIELDS);
  const input = (name: Name, label: string, more: object = {}) => (
    <Field
      label={label}
      value={draft[name] ?? (MASKED.includes(name) ? '' : (member[name] ?? ''))}
      placeholder={MASKED.includes(name) ? (member[name] ?? undefined) : undefined}
      error={wrong === name ? plainWords(save.error) : undefined}
      autoComplete="off"
      maxLength={200}
      optional
      onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
      {...more}
    />
  );
  return (
    <FormDialog
      roomy
      title={text.editTitle}
      submit={text.save}
      change={save}
      hidesError={wrong !== undefined}
      onClose={onClose}
    >
      {input('given_name', form.given, { optional: false })}
      <div className="council-pair">
        {input('first_surname', form.first, { optional: false })}
        {input('second_surname', form.second)}
        {input('email', form.email, { type: 'email' })}
        {input('phone', form.phone, { type: 'tel' })}
        {input('curp', form.curp, { maxLength: 18, spellCheck: false })}
        {input('rfc', form.rfc, { maxLength: 13, spellCheck: false })}
        {input('professional_license', form.license)}
        {input('specialty', form.specialty)}
        {input('specialty_license', text.fields.specialtyLicense)}
        {input('member_since', form.since, { type: 'date' })}
      </div>
    </FormDialog>
  );
}

/** Emptied fields are removed, but an empty CURP or RFC counts as not typed. */
function toChange(draft: Partial<Record<Name, string>>): MemberChange {
  const changes = Object.entries(draft)
    .map(([name, value]) => [name as Name, value.trim()] as const)
    .filter(([name, value]) => value !== '' || !MASKED.includes(name))
    .map(([name, value]) => [name, value === '' ? null : value] as const);
  return Object.fromEntries(changes) as MemberChange;
}
