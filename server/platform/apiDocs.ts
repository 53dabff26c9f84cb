import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { type RequestHandler, Router } from 'express'
import sirv from 'sirv'

const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const
const SCRIPT = 'start.js'

const PAGE = `<!doctype html>
<html>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>글마루 API</title>
<link rel="icon" href="/favicon.png">
<link rel="stylesheet" href="/api/docs/${FILES[0]}">
<div id="docs"></div>
<script src="/api/docs/${FILES[1]}"></script>
<script src="/api/docs/${SCRIPT}"></script>
</html>
`

/** Tokens that somebody enters are not kept, and no other server is asked to validate the description. */
const START = `SwaggerUIBundle({
  dom_id: '#docs',
  url: '/api/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
})
`

/** Swagger UI sets style attributes, and its icons are data URLs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')

/** Shows the API description to people, at the path where it is mounted. */
export function serveApiDocs(): RequestHandler {
  const directory = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const files = sirv(directory, { etag: true })
  const router = Router()
  router.use((_request, response, next) => {
    response.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' })
    next()
  })
  router.get('/', (_request, response) => void response.type('html').send(PAGE))
  router.get(`/${SCRIPT}`, (_request, response) => void response.type('js').send(START))
  router.get(
    FILES.map(name => `/${name}`),
    (request, response, next) => {
      // As for the files of the client: sirv fails on ranges that end before they begin.
      delete request.headers.range
      files(request, response, next)
    },
  )
  return router
}
