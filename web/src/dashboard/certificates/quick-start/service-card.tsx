/** What live certificates rely on here: who stamps them, and who could rewrite the chain. */

import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { useService } from '../../service.ts';
import { useNames } from '../names.ts';
import { TEXT } from './text.ts';

export function ServiceCard() {
  const { service: text } = useText(TEXT);
  const service = useService();
  const names = useNames();
  if (service === undefined) return null;
  const { time_stamps: stamps, chain } = service;
  const isAny = stamps.providers.some(({ accredited }) => accredited);
  const why = stamps.accredited ? 'accreditedWhy' : isAny ? 'someAccreditedWhy' : 'notAccreditedWhy';
  return (
    <Card title={text.title}>
      <dl className="service-facts">
        <div>
          <dt>{text.authority}</dt>
          {stamps.providers.map(({ name, accredited }) => (
            <dd key={name} className="row gap-small">
              <bdi>{names.provider(name)}</bdi>
              <Badge tone={accredited ? 'good' : 'warn'} icon={accredited ? 'shield' : 'info'}>
                {accredited ? text.accredited : text.notAccredited}
              </Badge>
            </dd>
          ))}
          <dd className="small muted">{text[why]}</dd>
        </div>
        <div>
          <dt>{text.chain}</dt>
          <dd title={chain.network}>
            {names.network(chain.network, chain.trust === 'operator') ?? (
              <span className="mono">{chain.network}</span>
            )}
          </dd>
          <dd className="small muted">{text.trust[chain.trust]}</dd>
        </div>
      </dl>
    </Card>
  );
}
