# Debian 13: its C library is new enough for the embedded database engine.
FROM node:24-trixie-slim AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM base AS packages
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --no-audit --no-fund \
  # What only builds stays outside of the image.
  && npm uninstall --no-save --omit=dev --no-audit --no-fund vite @vitejs/plugin-react vite-plugin-compression2 tsx \
  subset-font fontverter workbox-precaching workbox-routing pretendard

FROM base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN install -d -o node -g node /data
COPY --from=packages /app/node_modules node_modules
# What `#engine` in package.json points at: the embedded engine's own process, which is not bundled.
COPY package.json ./
COPY server/platform/mongo/engine.mjs server/platform/mongo/
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
