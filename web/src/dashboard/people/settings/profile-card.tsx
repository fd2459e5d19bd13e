import { useState } from 'react';
import { makeFormats } from '../../../i18n/formats.ts';
import {
  DEFAULT_TIME_ZONE,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
  useLanguage,
} from '../../../i18n/language.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { writePreference } from '../../../ui/preference.ts';
import { Select } from '../../../ui/select.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { NameField } from '../person-fields.tsx';
import { useAccount, useChangeMe } from '../session.ts';
import { TEXT } from './text.ts';

export function ProfileCard() {
  const { profile: text } = useText(TEXT);
  const shown = useLanguage();
  const account = useAccount();
  const toast = useToast();
  const change = useChangeMe();
  const [name, setName] = useState(account.name);
  const [language, setLanguage] = useState<Language>(account.language ?? shown);
  const [zone, setZone] = useState(account.time_zone ?? '');
  const save = () => {
    // The server reads it, so the next page starts in this language.
    writePreference('language', language);
    change.mutate(
      { name: name.trim(), language, time_zone: zone || null },
      { onSuccess: () => toast(TEXT[language].saved) },
    );
  };
  const { time } = makeFormats({ language: shown, timeZone: zone || DEFAULT_TIME_ZONE });
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
        <Select
          label={text.timeZone}
          hint={text.timeZoneHint(time(new Date().toISOString()))}
          value={zone}
          onChange={setZone}
          options={[{ value: '', label: text.standardZone }, ...timeZoneOptions(shown, zone)]}
        />
        <div className="row">
          <Button type="submit" variant="primary" busy={change.isPending}>
            {text.save}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

type Option = { value: string; label: string };

/** Includes `chosen` even when this browser does not list it. */
function timeZoneOptions(language: string, chosen: string, now: Date = new Date()): readonly Option[] {
  const known = Intl.supportedValuesOf('timeZone');
  const zones = chosen === '' || known.includes(chosen) ? known : [chosen, ...known];
  return zones.map((zone) => ({
    value: zone,
    label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone, language, now)})`,
  }));
}

function offsetOf(timeZone: string, language: string, now: Date): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    now,
  );
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
