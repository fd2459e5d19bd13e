/** Serves `/files/{certificate}/court`: court packages, for anybody with a valid signed address. */

import { Type } from 'typebox';
import { certificateNotFound } from '../../certificates/read-certificates.ts';
import { checkLink, fileLinkUrl, invalidSignature } from '../../files/file-links.ts';
import { toLink } from '../../files/routes-public.ts';
import type { App } from '../../http/app.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import type { CourtSite } from './court-files.ts';
import { type SendCourtPorts, sendCourtPackage } from './send-court-package.ts';

export type CourtRoutePorts = SendCourtPorts & { serverKeys: ServerKeys; now: Clock };

export function courtRoutes(app: App, ports: CourtRoutePorts, site: CourtSite): void {
  for (const thing of ['court', 'court-without-original'] as const) {
    app.get(
      `/files/:certificateId/${thing}`,
      {
        schema: {
          hide: true,
          params: Type.Object({ certificateId: Type.String() }),
          // As for files, a missing or repeated parameter makes the address a changed one, which the signature refuses.
          querystring: Type.Record(Type.String(), Type.Unknown()),
        },
      },
      async (request, reply) => {
        const link = toLink(request);
        // The address must be exactly the one issued: nothing added, omitted or encoded differently.
        if (!request.url.endsWith(fileLinkUrl('', link, thing))) throw invalidSignature();
        const { owner, certificateId } = await checkLink(ports, link, thing);
        const { accountId, livemode } = owner;
        const read = ports.certificates.withToken(certificateId);
        const found = await ports.access.read(accountId, livemode, read);
        if (found === undefined) throw certificateNotFound();
        const withOriginal = thing === 'court';
        const asked = { withOriginal, holder: accountId };
        await sendCourtPackage(ports, site, { accountId, ...found }, asked, { request, reply });
        return reply;
      },
    );
  }
}
