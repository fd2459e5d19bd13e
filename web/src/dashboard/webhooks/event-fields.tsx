import { useText } from '../../i18n/use-text.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Choices } from '../../ui/choices.tsx';
import { Icon } from '../../ui/icon.tsx';
import { eventsOf, GROUPS, type Group, type Subscription } from './event-groups.ts';
import { TEXT } from './text.ts';

type EventFieldsProps = {
  events: readonly Subscription[];
  onChange: (events: readonly Subscription[]) => void;
  fault: string | undefined;
};

/** All events, also those that will be added, or some of them by group. */
export function EventFields({ events, onChange, fault }: EventFieldsProps) {
  const { form } = useText(TEXT);
  const which = events.includes('*') ? 'all' : 'some';
  return (
    <>
      <Choices
        label={form.events}
        columns
        value={which}
        onChange={(next) => onChange(next === 'all' ? ['*'] : [])}
        options={[
          { value: 'all', ...form.which.all },
          { value: 'some', ...form.which.some },
        ]}
      />
      {which === 'some' && (
        <div className="event-groups">
          {GROUPS.map((group) => (
            <EventGroup key={group} group={group} events={events} onChange={onChange} />
          ))}
        </div>
      )}
      {fault && (
        <p className="field-error" role="alert">
          <Icon name="error" size={16} />
          <span>{fault}</span>
        </p>
      )}
    </>
  );
}

function EventGroup({ group, events, onChange }: Omit<EventFieldsProps, 'fault'> & { group: Group }) {
  const { form } = useText(TEXT);
  const names = eventsOf(group);
  const chosen = names.filter((name) => events.includes(name));
  const change = (these: readonly Subscription[], isWanted: boolean) =>
    onChange([...events.filter((name) => !these.includes(name)), ...(isWanted ? these : [])]);
  return (
    <details className="event-group" open={group === 'certificates' || chosen.length > 0}>
      <summary>
        <Icon name="chevron" size={16} />
        <span>{form.groups[group]}</span>
        <span className="muted small">{form.chosen(chosen.length, names.length)}</span>
      </summary>
      <fieldset>
        <legend className="visually-hidden">{form.groups[group]}</legend>
        <Checkbox
          label={form.wholeGroup}
          checked={chosen.length === names.length}
          onChange={(isWanted) => change(names, isWanted)}
        />
        {names.map((name) => (
          <Checkbox
            key={name}
            label={<code>{name}</code>}
            checked={events.includes(name)}
            onChange={(isWanted) => change([name], isWanted)}
          />
        ))}
      </fieldset>
    </details>
  );
}
