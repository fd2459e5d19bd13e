import { Link } from 'wouter';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import type { Draw } from '../../api.ts';
import { useNames } from '../../certificates/names.ts';
import { programLink } from '../member-links.ts';
import { useDay } from '../use-day.ts';
import { usePrograms } from '../use-programs.ts';
import { sizeOf } from './draw-list.tsx';
import { TEXT } from './text.ts';

export function FactsCard({ draw }: { draw: Draw }) {
  const text = useText(TEXT);
  const formats = useFormats();
  const names = useNames();
  const day = useDay();
  const { programOf, found } = usePrograms();
  const { seal, block } = draw;
  return (
    <Card title={text.facts.title}>
      <Loaded found={found} lines={3}>
        {() => (
          <dl className="council-facts">
            <Fact label={text.facts.program}>
              <Link href={programLink(draw.program_id)}>{programOf(draw.program_id)?.name}</Link>
            </Fact>
            <Fact label={text.facts.period}>{text.period(day(draw.from), day(draw.to))}</Fact>
            <Fact label={text.facts.size}>{sizeOf(draw, text, formats)}</Fact>
            {draw.due_on === null ? (
              <Fact label={text.facts.days}>{formats.number(draw.evidence_days)}</Fact>
            ) : (
              <Fact label={text.facts.due}>{day(draw.due_on)}</Fact>
            )}
            {seal && (
              <Fact label={text.facts.network}>
                {names.network(seal.network, seal.trust === 'operator') ?? seal.network}
              </Fact>
            )}
            {block && <Fact label={text.facts.block}>{formats.number(block.number)}</Fact>}
            {block && <Fact label={text.facts.blockTime}>{formats.exactTime(block.time)}</Fact>}
          </dl>
        )}
      </Loaded>
      {draw.instructions !== null && (
        <dl className="draw-instructions">
          <Fact label={text.facts.instructions}>{draw.instructions}</Fact>
        </dl>
      )}
    </Card>
  );
}
