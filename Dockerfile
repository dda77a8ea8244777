# syntax=docker/dockerfile:1
# Three stages: compile the program and the dataset, install what the program needs to run, put both together.

FROM node:22-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY build build
COPY cli cli
COPY pipeline pipeline
COPY runtime runtime
COPY facts facts
RUN npm run build && node lib/cli/main.js compile --out dist

# On the base of the last stage: a dependency with native code must be that of its libc.
FROM node:22-alpine AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:22-alpine
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 HIVECHECK_DATASET=/app/dist
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/lib lib
COPY --from=build /app/dist dist
# By number, so that orchestrators that demand a user other than root can see that it is one. It is `node`.
USER 1000:1000
EXPOSE 3000
# Without curl, which the image lacks.
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which would not pass SIGTERM on.
# A young generation of 4 MB instead of 16 answers nearly as fast and takes 23 MB less.
CMD ["node", "--max-semi-space-size=4", "lib/cli/main.js", "serve"]
