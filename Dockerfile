# Builds the executable with the Bun that the tests use. This stage always runs on the build platform: Bun cross-compiles.
FROM --platform=$BUILDPLATFORM docker.io/oven/bun:1.4.5 AS build
WORKDIR /build
COPY package.json bun.lock ./
RUN bun install --frozen-lockfile --production
COPY . .
# The commit for `duebook version --json`, because the build context has no repository.
ARG SOURCE_COMMIT=
ARG TARGETARCH
# On amd64, builds for old processors too. Podman may name no target: then it is this machine.
RUN bun scripts/build.ts "bun-linux-$(echo "${TARGETARCH:-$(dpkg --print-architecture)}" | sed 's/^amd64$/x64-baseline/')"
# Every user may write to /data, so that the container runs as any. COPY keeps the mode of what is in a directory that it
# copies, with every builder, but not of the directory itself.
RUN mkdir -p -m 1777 /out/data && install -D dist/duebook /out/usr/local/bin/duebook

# This image has the C library that the executable needs, and nothing else: no shell, no package manager.
FROM gcr.io/distroless/base-debian12:nonroot
ARG SOURCE_COMMIT=
# scripts/repositoryAddress.ts writes the version and the source.
LABEL org.opencontainers.image.title=Duebook \
  org.opencontainers.image.description="A self-hosted subscription tracker" \
  org.opencontainers.image.version=1.0.0 \
  org.opencontainers.image.revision=$SOURCE_COMMIT \
  org.opencontainers.image.source=https://github.com/OWNER/duebook \
  org.opencontainers.image.licenses=MIT
COPY --from=build /out/ /
ENV DUEBOOK_HOST=0.0.0.0 DUEBOOK_DATA_DIR=/data
# If one of these is not empty, Bun inside the executable runs other code or opens a debugger.
ENV BUN_BE_BUN= BUN_INSPECT= BUN_INSPECT_CONNECT_TO= BUN_INSPECT_NOTIFY= BUN_INSPECT_PRELOAD= BUN_OPTIONS=
VOLUME /data
EXPOSE 8383
USER nonroot
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=7s --start-period=10s CMD ["/usr/local/bin/duebook", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/duebook"]
CMD ["serve"]
