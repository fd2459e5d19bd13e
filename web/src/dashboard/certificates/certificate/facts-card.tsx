import { type ReactNode, useId } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import type { Certificate, CertificateDetail } from '../../api.ts';
import { useNames } from '../names.ts';
import { Fact } from './fact.tsx';
import { SealFacts } from './seal-facts.tsx';
import { TEXT } from './text.ts';

export function FactsCard({ detail: { certificate, chain_trust: trust } }: { detail: CertificateDetail }) {
  const text = useText(TEXT);
  return (
    <Card title={text.facts}>
      <div className="stack gap-large">
        <DocumentFacts certificate={certificate} />
        <Disclosure summary={text.technical} className="facts-fold">
          <div className="stack gap-large">
            <StampFacts nom151={certificate.nom151} />
            <ChainFacts blockchain={certificate.blockchain} trust={trust} />
          </div>
        </Disclosure>
      </div>
    </Card>
  );
}

function DocumentFacts({ certificate }: { certificate: Certificate }) {
  const { fact, factGroups } = useText(TEXT);
  const formats = useFormats();
  const names = useNames();
  const {
    title,
    document_type: type,
    description,
    file,
    id,
    tags,
    origin,
    created_at: createdAt,
  } = certificate;
  return (
    <Group title={factGroups.document}>
      <Fact name={fact.title}>
        <bdi>{title}</bdi>
      </Fact>
      {type !== null && (
        <Fact name={fact.type}>
          <bdi>{names.documentType(type)}</bdi>
        </Fact>
      )}
      {description !== null && (
        <Fact name={fact.description}>
          <bdi className="fact-long">{description}</bdi>
        </Fact>
      )}
      <Fact name={fact.file}>
        <bdi>{file.name}</bdi> <span className="muted">{file.mime}</span>
      </Fact>
      {file.size !== null && (
        <Fact name={fact.size}>
          {formats.bytes(file.size)}{' '}
          {file.size >= 1_000 && <span className="muted">{formats.number(file.size)} B</span>}
        </Fact>
      )}
      <Code name={fact.digest(file.digest.algorithm)} value={file.digest.value} />
      <Code name={fact.id} value={id} />
      {tags.length > 0 && <Fact name={fact.tags}>{tags.join(', ')}</Fact>}
      <Fact name={fact.created}>
        <Moment at={createdAt} />
      </Fact>
      <SealFacts certificate={certificate} />
      {origin !== null && (
        <Fact name={fact.origin}>
          <span className="fact-line">
            <bdi>{origin.issued_by}</bdi> · <Moment at={origin.issued_at} />
          </span>
          <span className="fact-line muted">{fact.adopted}</span>
        </Fact>
      )}
    </Group>
  );
}

function StampFacts({ nom151 }: { nom151: Certificate['nom151'] }) {
  const text = useText(TEXT);
  const names = useNames();
  const formats = useFormats();
  const { fact } = text;
  return (
    <Group title={text.factGroups.stamp}>
      <Fact name={fact.provider}>{names.provider(nom151.psc)}</Fact>
      <Fact name={fact.accreditation}>
        {nom151.accredited ? text.accreditedLong : text.notAccreditedLong}
      </Fact>
      <Fact name={fact.time}>
        <Moment at={nom151.gen_time} />
      </Fact>
      {nom151.accuracy_ms !== null && (
        <Fact name={fact.accuracy}>± {formats.number(nom151.accuracy_ms)} ms</Fact>
      )}
      <Code name={fact.serial} value={nom151.serial} />
      <Code name={fact.policy} value={nom151.policy_oid} />
      {nom151.warnings.length > 0 && (
        <Fact name={fact.remarks}>
          {nom151.warnings.map(({ code, message }) => (
            <span key={code} className="fact-line">
              {message}
            </span>
          ))}
        </Fact>
      )}
    </Group>
  );
}

type ChainFactsProps = { blockchain: Certificate['blockchain']; trust: CertificateDetail['chain_trust'] };

function ChainFacts({ blockchain, trust }: ChainFactsProps) {
  const { fact, factGroups, noBlock, trust: trustWords } = useText(TEXT);
  const formats = useFormats();
  const names = useNames();
  const { network, block_number: block, block_time: time, confirmations } = blockchain;
  if (network === null)
    return (
      <Group title={factGroups.chain}>
        <Fact name={fact.block}>{noBlock}</Fact>
      </Group>
    );
  return (
    <Group title={factGroups.chain}>
      <Fact name={fact.network}>
        {names.network(network, trust === 'operator')} <span className="mono muted">{network}</span>
      </Fact>
      {trust !== null && <Fact name={fact.independence}>{trustWords[trust]}</Fact>}
      {block !== null && <Fact name={fact.block}>{formats.number(block)}</Fact>}
      {time !== null && (
        <Fact name={fact.blockTime}>
          <Moment at={time} />
        </Fact>
      )}
      {confirmations !== null && <Fact name={fact.confirmations}>{formats.number(confirmations)}</Fact>}
      <Code name={fact.transaction} value={blockchain.tx_id} />
      <Code name={fact.blockHash} value={blockchain.block_hash} />
      <Code name={fact.root} value={blockchain.merkle_root} />
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="facts-head">
        {title}
      </h3>
      <dl className="facts">{children}</dl>
    </section>
  );
}

/** A value that people copy rather than read. */
function Code({ name, value }: { name: string; value: string | null }) {
  const text = useText(TEXT);
  if (value === null) return null;
  return (
    <Fact name={name}>
      <span className="fact-code">
        <span className="mono">{value}</span>
        <CopyButton short value={value} label={text.copy(name)} />
      </span>
    </Fact>
  );
}

/** A time in the account's time zone, and the same time as the evidence writes it. */
function Moment({ at }: { at: string }) {
  const formats = useFormats();
  return (
    <>
      <time dateTime={at}>{formats.exactTime(at)}</time>
      <span className="fact-line mono muted">{at}</span>
    </>
  );
}
