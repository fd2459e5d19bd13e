import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import type { Overview } from '../../api.ts';
import { membersLink, programLink } from '../member-links.ts';
import { TEXT } from './text.ts';

type Program = Overview['programs'][number];

const STANDINGS = ['current', 'grace', 'lapsed'] as const;
const OTHERS = ['scheduled', 'suspended', 'ended'] as const;
const ICONS: Record<(typeof STANDINGS)[number], IconName> = {
  current: 'check',
  grace: 'clock',
  lapsed: 'close',
};

/** One program: who is current, in grace or lapsed, and whose term ends soon. */
export function ProgramFigures({ program }: { program: Program }) {
  const text = useText(TEXT);
  return (
    <Card
      title={
        <Link href={programLink(program.id)} className="program-name">
          <bdi>{program.name}</bdi>
        </Link>
      }
      actions={program.status === 'retired' && <Badge>{text.retired}</Badge>}
    >
      <div className="program-figures">
        <Standings program={program} />
        <Ending program={program} />
      </div>
    </Card>
  );
}

function Standings({ program: { id, standings } }: { program: Program }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const all = Object.values(standings).reduce((sum, count) => sum + count, 0);
  const others = OTHERS.filter((name) => standings[name] > 0);
  return (
    <div className="stack gap-small">
      <ul className="figures figures-standing">
        {STANDINGS.map((name) => (
          <li key={name}>
            <Link
              href={membersLink({ program: id, standing: name })}
              className={`figure figure-link figure-${name}`}
            >
              <span className="figure-label">
                <Icon name={ICONS[name]} size={16} /> {text.standings[name]}
              </span>
              <span className="figure-value">{formats.number(standings[name])}</span>
              <span className="muted small">
                {text.shareOf(formats.percent(all === 0 ? 0 : standings[name] / all))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <p className="muted small figure-others">
          {others.map((name, index) => (
            <span key={name}>
              {index > 0 && ' · '}
              <Link href={membersLink({ program: id, standing: name })}>
                {formats.number(standings[name])} {text.others[name]}
              </Link>
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function Ending({ program: { id, ending } }: { program: Program }) {
  const text = useText(TEXT);
  const formats = useFormats();
  return (
    <div className="stack gap-small">
      <h3>{text.endingTitle}</h3>
      <ul className="ending">
        {ending.map(({ within_days: days, last_day: last, count, met }) => (
          <li key={days}>
            <Link href={membersLink({ program: id, standing: 'current', endsBefore: dayAfter(last) })}>
              <span>{text.within(days)}</span>
              <strong>{formats.number(count)}</strong>
              <span className="muted small">{text.ofThemMet(formats.number(met))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The list's filter is exclusive, so it expects the day after the last day. */
function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
