/** The state of the service today: what is wrong and how to fix it, then figures. */

import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Page } from '../dashboard/page.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/use-text.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Fact } from '../ui/fact.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Note } from '../ui/note.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { type Health, operatorApi } from './api.ts';
import { CountChart } from './hours-chart.tsx';
import { OPERATOR_TEXT } from './text.ts';

const EVERY_MS = 15_000;

export function TodayPage() {
  const { today: text } = useText(OPERATOR_TEXT);
  const health = useQuery({
    queryKey: ['operator', 'health'],
    queryFn: operatorApi.getHealth,
    refetchInterval: EVERY_MS,
  });
  return (
    <Page title={text.title} intro={text.intro}>
      <Loaded found={health} lines={10} frame="card">
        {(found) => (
          <>
            <Conditions health={found} />
            <Hours hours={found.hours} />
            <div className="op-pair">
              <Queues health={found} />
              <Machine health={found} />
            </div>
            <div className="op-pair">
              <Chains health={found} />
              <Upkeep health={found} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** A time as programs write it, such as in the texts of `sello status`. */
const INSTANT = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Each line says what is wrong and how to fix it, in the words of `sello status`. */
function Conditions({ health: { conditions, attention } }: { health: Health }) {
  const { today: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  return (
    <Card title={text.conditions}>
      <div className="stack">
        {conditions.length === 0 && <Note tone="good">{text.allWell}</Note>}
        {conditions.map(({ name, level, touches, text: words }) => (
          <Note key={`${name} ${words}`} tone={level === 'red' ? 'bad' : 'warn'}>
            <p>
              <strong>{level === 'red' ? text.red : text.yellow}</strong>{' '}
              <span>{words.replace(INSTANT, formats.exactTime)}</span>
            </p>
            <p className="small">{touches.map((touched) => text.touches[touched]).join(' · ')}</p>
          </Note>
        ))}
        {attention.length > 0 && (
          <details>
            <summary>{text.attention}</summary>
            <ul className="op-attention" lang="en">
              {attention.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Card>
  );
}

function Hours({ hours }: Pick<Health, 'hours'>) {
  const { today: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  const columns = (count: (hour: Health['hours'][number]) => number) =>
    hours.map((hour) => ({ key: hour.at, label: formats.time(hour.at), value: count(hour) }));
  const sum = (count: (hour: Health['hours'][number]) => number) =>
    formats.number(hours.reduce((total, hour) => total + count(hour), 0));
  return (
    <div className="op-pair">
      <CountChart
        title={text.certificates}
        note={text.certificatesNote(sum((hour) => hour.certificates))}
        columns={columns((hour) => hour.certificates)}
      />
      <CountChart
        title={text.errors}
        note={text.errorsNote(
          sum((hour) => hour.server_errors),
          sum((hour) => hour.client_errors),
          sum((hour) => hour.requests),
        )}
        columns={columns((hour) => hour.server_errors)}
        tone="bad"
      />
    </div>
  );
}

function Queues({ health: { queues, oldest_waiting_at, log } }: { health: Health }) {
  const { today: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  const columns: readonly Column<Health['queues'][number]>[] = [
    { label: text.queue, cell: ({ name }) => queueName(name, text.queueNames) },
    { label: text.waiting, kind: 'number', cell: ({ waiting }) => formats.number(waiting) },
    {
      label: text.oldest,
      cell: ({ oldest_at: at }) => (at === null ? text.none : <When at={at} />),
    },
  ];
  return (
    <Card title={text.queues} flush>
      <Table caption={text.queues} columns={columns} rows={queues} rowKey={({ name }) => name} />
      <dl className="op-facts">
        <Fact label={text.oldestCertificate}>
          {oldest_waiting_at === null ? text.none : <When at={oldest_waiting_at} />}
        </Fact>
        <Fact label={text.logSize}>{formats.number(log.size)}</Fact>
        <Fact label={text.lastCheckpoint}>
          {log.last_checkpoint_at === null ? text.none : <When at={log.last_checkpoint_at} />}
        </Fact>
      </dl>
    </Card>
  );
}

function queueName(name: string, names: Readonly<Record<string, string>>): string {
  return Object.hasOwn(names, name) ? (names[name] ?? name) : name;
}

function Machine({ health: { version, base_url, processes, database, memory, disk } }: { health: Health }) {
  const { today: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  return (
    <Card title={text.machine}>
      <dl className="op-facts">
        <Fact label={text.version}>{version}</Fact>
        <Fact label={text.address}>{base_url}</Fact>
        <Fact label={text.processes}>{formats.number(processes)}</Fact>
        <Fact label={text.database}>
          {text.databaseOf(database.version, formats.bytes(database.size_bytes))}
        </Fact>
        <Fact label={text.memory}>
          {text.of(formats.bytes(memory.used_bytes), formats.bytes(memory.total_bytes))}
        </Fact>
        <Fact label={text.disk}>
          {disk === null
            ? text.unknown
            : text.of(formats.bytes(disk.free_bytes), formats.bytes(disk.total_bytes))}
        </Fact>
      </dl>
    </Card>
  );
}

function Chains({ health: { anchors, witnesses } }: { health: Health }) {
  const { today: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  return (
    <Card title={text.chains}>
      <dl className="op-facts">
        {anchors.length === 0 && <Fact label={text.anchors}>{text.none}</Fact>}
        {anchors.map(({ network, state, count, last_at }) => (
          <Fact key={`${network} ${state}`} label={`${network} · ${state}`}>
            {formats.number(count)} · <When at={last_at} />
          </Fact>
        ))}
        {witnesses.map(({ witness, size, cosigned_at }) => (
          <Fact key={witness} label={text.witness(witness)}>
            {formats.number(size)} · {cosigned_at === null ? text.never : <When at={cosigned_at} />}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

function Upkeep({ health: { last_backup, last_fsck, pending_migrations } }: { health: Health }) {
  const { today: text } = useText(OPERATOR_TEXT);
  const formats = useFormats();
  return (
    <Card title={text.upkeep}>
      <dl className="op-facts">
        <Fact label={text.backup}>
          {last_backup === null ? (
            <Badge tone="warn">{text.never}</Badge>
          ) : (
            <>
              <When at={last_backup.at} /> · {last_backup.encrypted ? text.encrypted : text.plain}
              <br />
              <code>{last_backup.folder}</code>
            </>
          )}
        </Fact>
        <Fact label={text.fsck}>
          {last_fsck === null ? (
            <Badge tone="warn">{text.never}</Badge>
          ) : (
            <>
              <When at={last_fsck.at} /> · {text.problems(formats.number(last_fsck.problems))}
            </>
          )}
        </Fact>
        <Fact label={text.migrations}>
          {pending_migrations.length === 0 ? text.noMigrations : pending_migrations.join(', ')}
        </Fact>
      </dl>
      <p>
        <Link href="/log">{text.log}</Link>
      </p>
    </Card>
  );
}

export function When({ at }: { at: string }) {
  const formats = useFormats();
  return (
    <time dateTime={at} title={formats.exactTime(at)}>
      {formats.relative(at)}
    </time>
  );
}
