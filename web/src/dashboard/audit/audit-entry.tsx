import { createContext, type MouseEvent, useContext, useRef } from 'react';
import { Link } from 'wouter';
import { type Formats, useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Fact } from '../../ui/fact.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { AuditEvent } from '../api.ts';
import { deviceName } from '../people/device-name.ts';
import type { OnFilter } from './audit-filters.tsx';
import { placeOf } from './place.ts';
import { iconOf, isGrave, type KeyNames, type Part, partsOf } from './sentence.ts';
import { type AuditText, TEXT } from './text.ts';

/** The operator's pages link records to other addresses. */
export const PlaceContext = createContext(placeOf);

type AuditEntryProps = {
  event: AuditEvent;
  keyNames: KeyNames;
  /** Undefined if the log has no filters. */
  onFilter: OnFilter | undefined;
};

export function AuditEntry({ event, keyNames, onFilter }: AuditEntryProps) {
  const text = useText(TEXT);
  const formats = useFormats();
  const place = useContext(PlaceContext);
  const details = useRef<HTMLDetailsElement>(null);
  const isCommandLine = event.actor.type === 'operator' && event.user_agent === null;
  const device = isCommandLine
    ? text.commandLine
    : (deviceName(event.user_agent, text.device) ?? text.unknownDevice);
  const toggle = ({ target }: MouseEvent) => {
    const isLink = target instanceof Element && target.closest('a') !== null;
    if (!isLink && details.current) details.current.open = !details.current.open;
  };
  return (
    <li className={classNames('audit-entry', isGrave(event.action) && 'audit-grave')}>
      {/* The sentence contains links, so it cannot be inside the summary; a click on the sentence still opens the
          entry. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the summary does the same for the keyboard. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the summary does the same for the keyboard. */}
      <div className="audit-line" onClick={toggle}>
        <span className="audit-icon">
          <Icon name={iconOf(event.action)} />
        </span>
        <span className="audit-words">
          <bdi className="audit-sentence">
            <Sentence parts={partsOf(event, text, keyNames, place)} />{' '}
            {event.mode === 'test' && <Badge tone="plain">{text.testBadge}</Badge>}
          </bdi>
          <span className="muted small">{[device, event.ip].filter(Boolean).join(' · ')}</span>
        </span>
        <time dateTime={event.at} title={formats.exactTime(event.at)}>
          {formats.time(event.at)}
        </time>
      </div>
      <details ref={details}>
        <summary>
          <Icon name="chevron" />
          <span className="visually-hidden">{text.detailsOf(event.id)}</span>
        </summary>
        <AuditDetails event={event} />
        {onFilter && <FilterLinks event={event} onFilter={onFilter} />}
      </details>
    </li>
  );
}

function Sentence({ parts }: { parts: readonly Part[] }) {
  return parts.map((part) =>
    typeof part === 'string' ? (
      part
    ) : (
      <Link key={`${part.href} ${part.name}`} href={part.href}>
        <bdi>{part.name}</bdi>
      </Link>
    ),
  );
}

function FilterLinks({
  event: { actor, action, target },
  onFilter,
}: {
  event: AuditEvent;
  onFilter: OnFilter;
}) {
  const { filters: text } = useText(TEXT);
  const hasObject = target !== null && /^[a-z]+_[0-9A-Za-z]{22}$/.test(target);
  return (
    <div className="row gap-small audit-same">
      {(actor.type === 'person' || actor.type === 'key') && (
        <Button size="small" onClick={() => onFilter({ who: actor.id })}>
          {text.sameWho}
        </Button>
      )}
      <Button size="small" onClick={() => onFilter({ action })}>
        {text.sameAction}
      </Button>
      {hasObject && (
        <Button size="small" onClick={() => onFilter({ object: target })}>
          {text.sameObject}
        </Button>
      )}
    </div>
  );
}

function AuditDetails({ event }: { event: AuditEvent }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const { labels } = text;
  return (
    <dl className="audit-details">
      <Fact label={labels.number}>{event.id}</Fact>
      <Fact label={labels.time}>{formats.exactTime(event.at)}</Fact>
      <Fact label={labels.action}>
        <code>{event.action}</code>
      </Fact>
      {event.target && (
        <Fact label={labels.target}>
          <Target id={event.target} />
        </Fact>
      )}
      {event.ip && <Fact label={labels.ip}>{event.ip}</Fact>}
      {event.user_agent && <Fact label={labels.user_agent}>{event.user_agent}</Fact>}
      {Object.entries(event.details).map(([name, value]) => (
        <Fact key={name} label={labelOf(name, text)}>
          {describe(value, text, formats)}
        </Fact>
      ))}
    </dl>
  );
}

function Target({ id }: { id: string }) {
  const href = useContext(PlaceContext)(id);
  return href === undefined ? <code>{id}</code> : <Link href={href}>{id}</Link>;
}

function labelOf(name: string, { labels }: AuditText): string {
  return Object.hasOwn(labels, name) ? labels[name as keyof typeof labels] : name;
}

function describe(value: unknown, text: AuditText, formats: Formats): string {
  if (value === null) return text.never;
  if (Array.isArray(value)) return value.map((part) => describe(part, text, formats)).join(', ');
  if (typeof value === 'number') return formats.number(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formats.exactTime(value);
  return Object.hasOwn(text.values, value) ? text.values[value as keyof typeof text.values] : value;
}
