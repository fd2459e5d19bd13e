import type { FastifyRequest } from 'fastify';
import { AppError } from '../kernel/errors.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Prevents cross-site request forgery. A page elsewhere can make a browser send our cookie, but cannot hide where the
 * request comes from. A change with a foreign `Origin` or `Sec-Fetch-Site` is refused. Programs send neither header.
 */
export function assertOwnOrigin(request: FastifyRequest, baseUrl: string): void {
  if (SAFE_METHODS.includes(request.method)) return;
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const siteIsOurs = site === undefined || site === 'same-origin' || site === 'none';
  const originIsOurs =
    origin === undefined || origin === new URL(baseUrl).origin || origin === `${request.protocol}://${host}`;
  if (siteIsOurs && originIsOurs) return;
  throw new AppError('forbidden_origin', {
    en: 'This request came from another site and was refused.',
    es: 'Esta solicitud vino de otro sitio y fue rechazada.',
  });
}
