import { Link } from 'wouter';
import { type Formats, useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Fact } from '../../ui/fact.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { AuditEvent } from '../api.ts';
import { deviceName } from '../people/device-name.ts';
import { iconOf, isGrave, type KeyNames, sentenceOf } from './sentence.ts';
import { type AuditText, TEXT } from './text.ts';

export function AuditEntry({ event, keyNames }: { event: AuditEvent; keyNames: KeyNames }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const isOperator = event.actor.type === 'operator';
  const device = isOperator
    ? text.commandLine
    : (deviceName(event.user_agent, text.device) ?? text.unknownDevice);
  return (
    <li className={classNames('audit-entry', isGrave(event.action) && 'audit-grave')}>
      <details>
        <summary>
          <span className="audit-icon">
            <Icon name={iconOf(event.action)} />
          </span>
          <span className="audit-words">
            <bdi className="audit-sentence">{sentenceOf(event, text, keyNames)}</bdi>
            <span className="muted small">{[device, event.ip].filter(Boolean).join(' · ')}</span>
          </span>
          <time dateTime={event.at} title={formats.exactTime(event.at)}>
            {formats.time(event.at)}
          </time>
          <Icon name="chevron" />
        </summary>
        <AuditDetails event={event} />
      </details>
    </li>
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

const PLACES = [
  ['cert_', '/certificates'],
  ['mem_', '/memberships/members'],
  ['crs_', '/memberships/courses'],
  ['prg_', '/memberships/programs'],
] as const;

function Target({ id }: { id: string }) {
  const place = PLACES.find(([prefix]) => id.startsWith(prefix))?.[1];
  const href = place && `${place}/${encodeURIComponent(id)}`;
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
