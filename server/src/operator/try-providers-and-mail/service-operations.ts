/** Operations on providers, mail and endpoints: their state, and trying them. */

import { Type } from 'typebox';
import type { AuditLog } from '../../audit/ports.ts';
import type { Database } from '../../database/pool.ts';
import { nullable } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { OperatorWho } from '../../operations/doors/operator.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import type { MailStanding } from '../../people/mail/patient-mailer.ts';
import type { Mailer } from '../../people/mail/ports.ts';
import type { PeopleSettings } from '../../people/settings.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { ProviderLine } from '../../timestamps/in-order.ts';
import type { TimestampsSettings } from '../../timestamps/settings.ts';
import { readNewestTokens } from '../../upkeep/status/pg-status.ts';
import { listEndpoints } from '../accounts/pg-account-facts.ts';
import { noteAct } from '../note-act.ts';

export type ServicePorts = {
  records: Database;
  audit: AuditLog;
  providers: ProviderLine['standing'];
  stampAt: ProviderLine['stampAt'];
  metrics: Pick<Metrics, 'pscTally'>;
  directMail: Mailer | undefined;
  mailStanding: MailStanding | undefined;
  newId: NewId;
  randomBytes: RandomBytes;
  now: Clock;
  site: Site & Pick<TimestampsSettings, 'psc'> & Pick<PeopleSettings, 'mail'>;
};

const time = () => Type.String({ format: 'date-time' });

const { acting } = operationsWith<ServicePorts, OperatorWho>();

const listProviders = acting({
  method: 'GET',
  path: '/providers',
  operationId: 'listProviders',
  scope: 'operator',
  tag: 'Providers',
  summary: 'List the providers that stamp live certificates, in the order in which they are asked',
  answers: {
    200: Type.Object({
      providers: Type.Array(
        Type.Object({
          name: Type.String(),
          order: Type.Integer({
            description: 'The place of the provider in the order in which they are asked, from 1.',
          }),
          accredited_as_configured: Type.Boolean(),
          accredited: Type.Boolean({
            description: 'Whether its newest token comes from an accredited service.',
          }),
          last_token_at: nullable(time()),
          breaker_open: Type.Boolean({
            description:
              'Whether the provider is not asked at the moment, because it failed several times in a row.',
          }),
          stamps: Type.Integer({
            description: 'Stamps that the process that answers this call has got, since it started.',
          }),
          failures: Type.Integer({ description: 'Failed requests of the same process.' }),
          clock_off_ms: Type.Number({
            description: 'How far our clock was from the time in its last stamp.',
          }),
        }),
      ),
    }),
  },
  refusals: [],
  async act({ providers, metrics, records, site }) {
    const [tokens, tally] = await Promise.all([readNewestTokens(records), metrics.pscTally()]);
    const told = providers().map(({ name, isOpen, clockOffMs }, i) => {
      const token = tokens.find(({ provider }) => provider === name);
      const trust = site.psc.find((one) => one.name === name)?.trust ?? [];
      return {
        name,
        order: i + 1,
        accredited_as_configured: trust.length > 0 && trust.every(({ accredited }) => accredited),
        accredited: token?.isAccredited === true,
        last_token_at: token?.at.toISOString() ?? null,
        breaker_open: isOpen,
        ...(tally.get(name) ?? { stamps: 0, failures: 0 }),
        clock_off_ms: clockOffMs,
      };
    });
    return { status: 200, body: { providers: told } };
  },
});

const testProvider = acting({
  method: 'POST',
  path: '/providers/:name/test-stamp',
  operationId: 'testProvider',
  scope: 'proven operator',
  tag: 'Providers',
  summary: 'Try one provider with a meaningless time stamp',
  description:
    'The stamp is verified like every other. The provider is asked even while its breaker is open, and may charge for the stamp.',
  params: Type.Object({ name: Type.String() }),
  answers: {
    200: Type.Object({
      provider: Type.String(),
      token_at: time(),
      accredited: Type.Boolean(),
      ms: Type.Integer({ description: 'How long the stamp took, in milliseconds.' }),
    }),
  },
  refusals: [404, 502],
  async act(ports, { who, params: { name } }) {
    const begun = performance.now();
    // The digest of the empty text: any 32 bytes can be stamped.
    const digest = Buffer.from(ports.randomBytes(32)).toString('hex') as Sha256Hex;
    const note = { action: 'provider.test', target: name } as const;
    if (!ports.providers().some((one) => one.name === name)) throw noProvider();
    await noteAct({ query: ports.records.query, now: ports.now }, who.by, note);
    const stamp = await ports.stampAt(name, digest, ports.newId('cst'));
    if (stamp === undefined) throw noProvider();
    const { genTime, accredited } = stamp.facts;
    const token_at = new Date(genTime).toISOString();
    const ms = Math.round(performance.now() - begun);
    return { status: 200, body: { provider: name, token_at, accredited, ms } };
  },
});

const getMail = acting({
  method: 'GET',
  path: '/mail',
  operationId: 'getMail',
  scope: 'operator',
  tag: 'Mail, webhooks',
  summary: 'Read the state of mail',
  answers: {
    200: Type.Object({
      configured: Type.Boolean(),
      failing: Type.Boolean({
        description: 'Whether the last attempt found no mail server that accepts mails.',
      }),
      waiting: Type.Integer({ description: 'Mails that this process will try to send again.' }),
      from: nullable(Type.String()),
    }),
  },
  refusals: [],
  async act({ mailStanding, site }) {
    const body = {
      configured: site.mail !== undefined,
      failing: mailStanding?.isFailing() === true,
      waiting: mailStanding?.waiting() ?? 0,
      from: site.mail?.from ?? null,
    };
    return { status: 200, body };
  },
});

const sendTestMail = acting({
  method: 'POST',
  path: '/mail/test',
  operationId: 'sendTestMail',
  scope: 'proven operator',
  tag: 'Mail, webhooks',
  summary: 'Send a test mail to yourself',
  answers: { 200: Type.Object({ sent_to: Type.String() }) },
  refusals: ['mail_not_configured', 'storage_unavailable'],
  async act(ports, { who, language }) {
    const { directMail, site } = ports;
    if (directMail === undefined)
      throw new AppError('mail_not_configured', {
        en: 'No mail server is configured. Set SELLO_SMTP_URL and SELLO_MAIL_FROM.',
        es: 'No hay un servidor de correo configurado. Defina SELLO_SMTP_URL y SELLO_MAIL_FROM.',
      });
    const { email } = who.visit.person;
    await noteAct({ query: ports.records.query, now: ports.now }, who.by, { action: 'mail.test' });
    try {
      await directMail.send({ to: email, ...TEST_MAIL[language](site) });
    } catch (error) {
      throw mailRefused(error);
    }
    return { status: 200, body: { sent_to: email } };
  },
});

const listWebhooks = acting({
  method: 'GET',
  path: '/webhooks',
  operationId: 'listWebhooks',
  scope: 'operator',
  tag: 'Mail, webhooks',
  summary: 'Count the endpoints of each account; accounts with failing ones come first',
  answers: {
    200: Type.Object({
      accounts: Type.Array(
        Type.Object({
          account: Type.Object({ id: Type.String(), name: Type.String() }),
          endpoints: Type.Integer(),
          failing: Type.Integer({ description: 'Endpoints that accept no deliveries at the moment.' }),
          disabled: Type.Integer(),
          waiting: Type.Integer({ description: 'Deliveries that will be tried again.' }),
        }),
      ),
    }),
  },
  refusals: [],
  async act({ records }) {
    return { status: 200, body: { accounts: await listEndpoints(records.query) } };
  },
});

export const SERVICE_OPERATIONS: readonly Operation<ServicePorts, OperatorWho>[] = [
  listProviders,
  testProvider,
  getMail,
  sendTestMail,
  listWebhooks,
];

const TEST_MAIL = {
  es: ({ serviceName, baseUrl }: Site) => ({
    subject: `${serviceName}: correo de prueba`,
    text: `Este correo de prueba de ${baseUrl} llegó: el servidor de correo está bien configurado.\n`,
  }),
  en: ({ serviceName, baseUrl }: Site) => ({
    subject: `${serviceName}: test mail`,
    text: `This test mail of ${baseUrl} has arrived: the mail server is configured correctly.\n`,
  }),
};

/** The mail server's own words help whoever set it up. */
function mailRefused(cause: unknown): AppError {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new AppError(
    'storage_unavailable',
    {
      en: `The mail server did not take the mail: ${said}`,
      es: `El servidor de correo no aceptó el correo: ${said}`,
    },
    { cause, retryAfterSeconds: 60 },
  );
}

function noProvider(): AppError {
  return new AppError('not_found', {
    en: 'No provider of this name is configured.',
    es: 'No hay ningún proveedor configurado con este nombre.',
  });
}
