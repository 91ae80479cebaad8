# syntax=docker/dockerfile:1

# Builds the executable with the same Bun that the tests use. This stage always runs on the platform that builds: Bun
# compiles for the others, too.
FROM --platform=$BUILDPLATFORM oven/bun:1.4.5 AS build
WORKDIR /build
COPY package.json bun.lock ./
RUN bun install --frozen-lockfile --production
COPY . .
# The commit, for `duebook version --json`: the context of the build has no repository.
ARG SOURCE_COMMIT=
ARG TARGETARCH
# On amd64, the one that old processors can run, too. Whatever user the container runs as may write to an empty /data.
RUN bun scripts/build.ts "bun-linux-$(echo "$TARGETARCH" | sed 's/^amd64$/x64-baseline/')" && mkdir -m 1777 /empty

# Has the C library that the executable needs, and nothing else: no shell, no package manager.
FROM gcr.io/distroless/base-debian12:nonroot
COPY --from=build /build/dist/duebook /usr/local/bin/duebook
COPY --from=build --chmod=1777 /empty /data
ENV DUEBOOK_HOST=0.0.0.0 DUEBOOK_DATA_DIR=/data
# Bun, which is part of the executable, runs other code or opens a debugger when one of these is set and not empty.
ENV BUN_BE_BUN= BUN_INSPECT= BUN_INSPECT_CONNECT_TO= BUN_INSPECT_NOTIFY= BUN_INSPECT_PRELOAD= BUN_OPTIONS=
VOLUME /data
EXPOSE 8383
USER nonroot
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=7s --start-period=10s CMD ["/usr/local/bin/duebook", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/duebook"]
CMD ["serve"]
