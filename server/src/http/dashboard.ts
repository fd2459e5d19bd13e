/** The dashboard's back end: a session cookie, JSON in and out, changes only from our own pages. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { checkPassword, closeSession, createAccount, findSession, openSession } from '../app/accounts.ts';
import { AppError } from '../domain/errors.ts';
import type { Account } from '../ports.ts';
import { keyRoutes } from './dashboard-keys.ts';
import { assertOwnOrigin } from './own-origin.ts';
import type { App, World } from './server.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';
import { assertText } from './upload-text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The logged-in account; set for every route but sign-up, login and logout. */
    account: Account | undefined;
  }
}

const Email = Type.String({ minLength: 3, maxLength: 254, format: 'email' });

export function dashboardRoutes(app: App, world: World): void {
  const { config } = world;
  app.decorateRequest('account', undefined);
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    assertOwnOrigin(request, config.baseUrl);
  });
  signUpAndLogIn(app, world);
  app.register(async (inside: App) => {
    inside.addHook('onRequest', async (request) => {
      request.account = await loggedIn(world, request);
    });
    me(inside, world);
    keyRoutes(inside, world);
  });
}

/** The account of a request behind the login. */
export function accountOf(request: FastifyRequest): Account {
  if (request.account === undefined) throw new Error(`${request.routeOptions.url} is not behind the login`);
  return request.account;
}

function signUpAndLogIn(app: App, { ports, config }: World): void {
  app.post(
    '/signup',
    {
      schema: {
        body: Type.Object({
          email: Email,
          password: Type.String({ minLength: 10, maxLength: 200 }),
          name: Type.String({ minLength: 1, maxLength: 200 }),
        }),
      },
    },
    async (request, reply) => {
      if (config.signup === 'closed') throw signupClosed();
      const { email, password, name } = request.body;
      assertText('name', name, { maxChars: 200, multiline: false });
      assertText('email', email, { maxChars: 254, multiline: false });
      const passwordHash = await ports.passwords.hash(password);
      const account = await createAccount(
        ports,
        { email, name, certificates: config.freeCertificates },
        passwordHash,
      );
      await startSession(request, reply, account);
      return reply.code(201).send({ account: toAccountRecord(account) });
    },
  );

  app.post(
    '/login',
    {
      schema: {
        body: Type.Object({
          email: Type.String({ maxLength: 254 }),
          password: Type.String({ maxLength: 200 }),
        }),
      },
    },
    async (request, reply) => {
      const { email, password } = request.body;
      assertText('email', email, { maxChars: 254, multiline: false });
      const account = await checkPassword(ports, email, password);
      await startSession(request, reply, account);
      return { account: toAccountRecord(account) };
    },
  );

  app.post('/logout', async (request, reply) => {
    const token = readSessionCookie(request.headers.cookie, config.baseUrl);
    if (token !== undefined) await closeSession(ports, token);
    reply.header('set-cookie', clearSessionCookie(config.baseUrl));
    return { logged_out: true };
  });

  /** A fresh token at every login: whatever cookie the browser had before is worth nothing (session fixation). */
  async function startSession(request: FastifyRequest, reply: FastifyReply, account: Account): Promise<void> {
    const before = readSessionCookie(request.headers.cookie, config.baseUrl);
    if (before !== undefined) await closeSession(ports, before);
    const origin = { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) };
    const { token, expiresAt } = await openSession(ports, account.id, origin);
    reply.header('set-cookie', setSessionCookie(config.baseUrl, token, expiresAt));
  }
}

async function loggedIn({ ports, config }: World, request: FastifyRequest): Promise<Account> {
  const token = readSessionCookie(request.headers.cookie, config.baseUrl);
  const account = token === undefined ? undefined : await findSession(ports, token);
  if (account !== undefined) return account;
  throw new AppError('unauthorized', { en: 'Please log in.', es: 'Inicie sesión.' });
}

function me(app: App, { ports }: World): void {
  app.get('/me', async (request) => {
    const account = accountOf(request);
    return {
      account: toAccountRecord(account),
      allowance: { certificates_left: account.certificatesLeft },
      usage: { month_requests: await ports.accounts.monthCalls(account.id, ports.now()) },
    };
  });
}

function toAccountRecord(account: Account) {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    certificates_left: account.certificatesLeft,
    created_at: account.createdAt.toISOString(),
  };
}

function signupClosed(): AppError {
  return new AppError('signup_closed', {
    en: 'New accounts are made by the operator of this service.',
    es: 'Las cuentas nuevas las crea el operador de este servicio.',
  });
}
