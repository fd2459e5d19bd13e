import { useMemo } from 'react';
import { makeFormats } from '../../i18n/formats.ts';
import { DEFAULT_TIME_ZONE, useLanguage } from '../../i18n/language.tsx';
import { defineText, useText } from '../../i18n/use-text.ts';
import { Select } from '../../ui/select.tsx';

const TEXT = defineText({
  en: { standard: 'Mexico City (default)' },
  es: { standard: 'Ciudad de México (predeterminada)' },
});

type TimeZoneFieldProps = {
  label: string;
  hint: (now: string) => string;
  /** Empty means the default. */
  value: string;
  onChange: (zone: string) => void;
};

export function TimeZoneField({ label, hint, value, onChange }: TimeZoneFieldProps) {
  const text = useText(TEXT);
  const language = useLanguage();
  const { time } = makeFormats({ language, timeZone: value || DEFAULT_TIME_ZONE });
  const options = useMemo(() => timeZoneOptions(language, value), [language, value]);
  return (
    <Select
      label={label}
      hint={hint(time(new Date().toISOString()))}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: text.standard }, ...options]}
    />
  );
}

type Option = { value: string; label: string };

/** Includes `chosen` even if this browser does not list it. */
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
