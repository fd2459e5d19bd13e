/** Selects the organiser that gives a course and sends the course's rosters from its desk. */

import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../i18n/use-text.ts';
import { Select } from '../../../ui/select.tsx';
import { api } from '../../api.ts';
import { useMode } from '../../mode.tsx';
import { TEXT } from './text.ts';

const MOST = 100;

export function useOrganizer(id: string | null) {
  const [mode] = useMode();
  return useQuery({
    queryKey: ['organizer-name', id, mode],
    queryFn: () => api.getOrganizer(id ?? '', { mode }),
    enabled: id !== null && id !== '',
  });
}

type SelectProps = { chosen: string; onChange: (id: string) => void };

/** Shows nothing if the council has no organisers. */
export function OrganizerSelect({ chosen, onChange }: SelectProps) {
  const { form } = useText(TEXT);
  const [mode] = useMode();
  const list = useQuery({
    queryKey: ['organizers', mode, 'newest'],
    queryFn: () => api.listOrganizers({ status: 'active', limit: MOST, mode }),
  });
  const listed = list.data?.organizers ?? [];
  // The chosen organiser is also offered if it is paused or not among those loaded.
  const isListed = listed.some(({ id }) => id === chosen);
  const other = useOrganizer(isListed || list.data === undefined ? null : chosen).data?.organizer;
  const shown = other === undefined ? listed : [...listed, other];
  if (shown.length === 0) return null;
  return (
    <Select
      label={form.organizer}
      hint={list.data?.pagination.has_more ? form.newestOrganizers(MOST) : form.organizerHint}
      value={chosen}
      options={[
        { value: '', label: form.noOrganizer },
        ...shown.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={onChange}
    />
  );
}
