# Tablero in a container: compiled, not root, everything it keeps in the volume /data. How to run it: docs/hosting.md
FROM python:3.12-slim AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
# What was checked by hash is all that the environment is made of.
RUN python -m pip download --no-cache-dir --no-deps --require-hashes --dest wheels -r requirements/host.lock \
    && python -m pip wheel --no-cache-dir --no-deps --wheel-dir wheels . \
    && python -m venv /srv/tablero \
    && /srv/tablero/bin/python -m pip install --no-cache-dir --no-index --find-links wheels "tablero[site,postgres]"

FROM python:3.12-slim
COPY --from=build /srv/tablero /srv/tablero
COPY deploy/entrypoint.sh /srv/entrypoint.sh
RUN useradd --system --uid 8520 --home-dir /data tablero \
    && mkdir /data \
    && chown tablero /data
ENV PATH=/srv/tablero/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    TABLERO_HOST=0.0.0.0 \
    TABLERO_PORT=8520 \
    TABLERO_DATABASE=/data/tablero.db \
    TABLERO_COPIES=/data
USER 8520
WORKDIR /data
VOLUME /data
EXPOSE 8520
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["tablero", "healthcheck"]
ENTRYPOINT ["/srv/entrypoint.sh"]
