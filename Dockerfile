# Sello in a container: the same program as `npm start`, with pages and server built and without development tools.
FROM node:24-bookworm-slim AS build
WORKDIR /sello
COPY package.json package-lock.json ./
COPY proof/package.json proof/
COPY rules/package.json rules/
COPY sdk/package.json sdk/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --ignore-scripts --omit=dev --include=optional --no-audit --no-fund
COPY . .
RUN node scripts/setup.mjs

FROM node:24-bookworm-slim
WORKDIR /sello
# An unpacked release says what it is made of; a checkout has neither file.
COPY --from=build /sello/package.json /sello/COMMI[T] /sello/CONTENTS.sha25[6] ./
COPY --from=build /sello/node_modules node_modules
COPY --from=build /sello/proof proof
COPY --from=build /sello/rules rules
COPY --from=build /sello/sdk sdk
COPY --from=build /sello/server server
COPY --from=build /sello/web/dist web/dist
COPY --from=build /sello/web/package.json web/
# The format of the proofs is served too.
COPY --from=build /sello/docs docs
COPY --from=build /sello/CHANGELOG.md ./
# Files and keys of the embedded parts, owned by an unprivileged user.
RUN useradd --system --home-dir /data sello && install -d -o sello -g sello -m 0700 /data
# Fills the compile cache now, for at run time this folder is not writable. Node keeps one for each version of itself, each user
# and each choice of V8's settings: so this is the Node, the user and the settings of ENTRYPOINT.
RUN install -d -o sello node_modules/.cache node_modules/.cache/sello \
 && setpriv --reuid=sello --clear-groups node_modules/.bin/node --max-semi-space-size=16 --max-old-space-size=1024 --heap-growing-percent=100 --input-type=module -e "const { enableCompileCache } = await import('node:module'); enableCompileCache('/sello/node_modules/.cache/sello'); await import('/sello/server/dist/serve.mjs')" \
 && chown -R root:root node_modules/.cache && chmod -R a=rX node_modules/.cache
USER sello
ENV SELLO_DATA_DIR=/data SELLO_HOST=0.0.0.0 PORT=3000
VOLUME /data
EXPOSE 3000
# After SIGTERM, open requests get 25 seconds; give the container 30 (`stop_grace_period`).
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "--max-old-space-size=1024", "--heap-growing-percent=100", "server/bin/sello.mjs"]
CMD ["serve"]
