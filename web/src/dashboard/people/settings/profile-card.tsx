import { useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, type Language, useLanguage } from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Form, SubmitRow } from '../../../ui/form.tsx';
import { writePreference } from '../../../ui/preference.ts';
import { Select } from '../../../ui/select.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { NameField } from '../person-fields.tsx';
import { useChangeMe, usePerson } from '../session.ts';
import { TimeZoneField } from '../time-zone-field.tsx';
import { TEXT } from './text.ts';

export function ProfileCard() {
  const { profile: text } = useText(TEXT);
  const shown = useLanguage();
  const person = usePerson();
  const toast = useToast();
  const change = useChangeMe();
  const [name, setName] = useState(person.name);
  const [language, setLanguage] = useState<Language>(person.language ?? shown);
  const [zone, setZone] = useState(person.time_zone ?? '');
  const save = () => {
    // The server reads this cookie, so the next page starts in this language.
    writePreference('language', language);
    change.mutate(
      { name: name.trim(), language, time_zone: zone || null },
      { onSuccess: () => toast(TEXT[language].saved) },
    );
  };
  return (
    <Card title={text.title}>
      <Form className="settings-form" change={change} onSubmit={save}>
        <NameField label={text.name} value={name} onChange={setName} pattern=".*\S.*" />
        <Select
          label={text.language}
          hint={text.languageHint}
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <TimeZoneField label={text.timeZone} hint={text.timeZoneHint} value={zone} onChange={setZone} />
        <SubmitRow busy={change.isPending}>{text.save}</SubmitRow>
      </Form>
    </Card>
  );
}
