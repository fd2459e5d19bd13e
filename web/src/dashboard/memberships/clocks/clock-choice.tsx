/**
 * Test clocks on the page of members: chooses the clock whose members are listed, and the clock under which a new
 * member will live.
 */

import { useText } from '../../../i18n/use-text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useDay } from '../use-day.ts';
import { TEXT } from './text.ts';
import { useClocks } from './use-clocks.ts';

/** Says that the list shows the members of one clock, and which day it is by that clock. */
export function ClockNote({ clockId }: { clockId: string }) {
  const text = useText(TEXT);
  const show = useDay();
  const clock = useClocks().data?.clocks.find(({ id }) => id === clockId);
  if (clock === undefined) return null;
  return (
    <Note>
      {text.under(clock.name ?? text.unnamed, show(clock.day))}{' '}
      <ButtonLink href="/memberships/members" variant="quiet" size="small">
        {text.others}
      </ButtonLink>
    </Note>
  );
}

type ChoiceProps = { value: string; onChange: (clockId: string) => void };

/** Shown only in test mode, if there is a clock. */
export function ClockChoice({ value, onChange }: ChoiceProps) {
  const text = useText(TEXT);
  const clocks = useClocks().data?.clocks ?? [];
  if (clocks.length === 0) return null;
  const options = clocks.map(({ id, name, day }) => ({
    value: id,
    label: `${name ?? text.unnamed} (${day})`,
  }));
  return (
    <Select
      label={text.choose}
      hint={text.chooseHint}
      value={value}
      options={[{ value: '', label: text.none }, ...options]}
      onChange={onChange}
    />
  );
}
