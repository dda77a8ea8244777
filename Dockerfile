# syntax=docker/dockerfile:1
# Three stages: compile the program and the dataset, install what the program needs to run, put both together.

# The tag is for readers; the digest of its multi-platform index decides. For another one:
# docker buildx imagetools inspect node:<version>-alpine<version>
ARG NODE_IMAGE=node:22.23.2-alpine3.24@sha256:b6f26b36c8ff49624cfdac716b8ea1138d606df02586a77d364bb5536a634f85

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY build build
COPY cli cli
COPY runtime runtime
COPY facts facts
RUN npm run bundle && node lib/cli/main.js compile --out dist

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The optional packages are TypeScript's: valibot takes it as a peer, but runs without it.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 HIVECHECK_DATASET=/app/dist
# What the server needs, not half of the machine's memory; docs/operations.md says how to give it more.
ENV NODE_OPTIONS="--max-old-space-size=160 --max-semi-space-size=4"
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/lib lib
COPY --from=build /app/dist dist
# By number, so that orchestrators that demand a user other than root can see that it is one. It is `node`.
USER 1000:1000
EXPOSE 3000
# The wget of busybox, which Alpine has: a Node process would take 40 MB for each check. It ends with 1 for a 503.
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD env -u http_proxy wget -q -O /dev/null "http://127.0.0.1:${PORT}/readyz"
# Not through npm, which would not pass SIGTERM on.
CMD ["node", "lib/cli/hivecheck.cjs", "serve"]
