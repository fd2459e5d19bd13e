/**
 * States who stamps and which chain anchors, read from the settings, so that pages promise no more than is configured.
 */

import { type Static, Type } from 'typebox';
import { CHAIN_TRUSTS } from '../anchoring/chain-driver.ts';
import { configuredNetwork } from '../anchoring/networks.ts';
import type { AnchoringSettings } from '../anchoring/settings.ts';
import type { FileLife } from '../certificates/certificate.ts';
import { nullable, oneOf } from '../http/schema.ts';
import { type Operation, operationsWith } from '../operations/operation.ts';
import type { PeopleSettings } from '../people/settings.ts';
import { EMBEDDED_NAME } from '../timestamps/authority/authority.ts';
import type { TimestampsSettings } from '../timestamps/settings.ts';

const ServiceSchema = Type.Object(
  {
    time_stamps: Type.Object({
      providers: Type.Array(
        Type.Object({
          name: Type.String(),
          accredited: Type.Boolean({
            description: 'Whether every stamp accepted from this provider is accredited.',
          }),
        }),
        { description: 'Who stamps live certificates, in the order in which they are asked.' },
      ),
      accredited: Type.Boolean({ description: 'True only if every provider is accredited.' }),
    }),
    test_files_days: Type.Integer({
      description: 'Days after which the files of test certificates are erased.',
    }),
    support_url: nullable(
      Type.String({ description: 'Where to reach the operator of the service, if the operator has set it.' }),
    ),
    chain: Type.Object({
      network: Type.String(),
      trust: oneOf(CHAIN_TRUSTS, { description: 'Who could rewrite it.' }),
    }),
  },
  { title: 'Service' },
);

export type ServiceSettings = Pick<TimestampsSettings, 'psc'> &
  Pick<AnchoringSettings, 'chain'> &
  FileLife &
  Partial<Pick<PeopleSettings, 'supportUrl'>>;

type ServicePorts = { site: ServiceSettings };

export const SERVICE_OPERATION: Operation<ServicePorts, undefined> = operationsWith<
  ServicePorts,
  undefined
>().acting({
  method: 'GET',
  path: '/service',
  operationId: 'getService',
  scope: 'open',
  tag: 'Service',
  summary: 'Read which providers and chain the service uses',
  answers: { 200: ServiceSchema },
  refusals: [],
  async act({ site }) {
    return { status: 200, body: describeService(site) };
  },
});

export function describeService({
  psc,
  chain,
  testFilesDays,
  supportUrl,
}: ServiceSettings): Static<typeof ServiceSchema> {
  const providers =
    psc.length === 0
      ? [{ name: EMBEDDED_NAME, accredited: false }]
      : psc.map(({ name, trust }) => ({
          name,
          // If a single root is not accredited, stamps may lack accreditation.
          accredited: trust.length > 0 && trust.every(({ accredited }) => accredited),
        }));
  return {
    time_stamps: { providers, accredited: providers.every(({ accredited }) => accredited) },
    test_files_days: testFilesDays,
    support_url: supportUrl ?? null,
    chain: { network: configuredNetwork({ chain }), trust: chain?.trust ?? 'operator' },
  };
}
