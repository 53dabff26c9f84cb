import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RequestHandler, Router } from 'express'
import helmet from 'helmet'
import sirv from 'sirv'

const YEAR_S = 31_536_000

/** The built client, its compressed forms beside it; every other path is a screen, and gets the page. */
export function clientFiles(directory: string): RequestHandler {
  const page = readFileSync(join(directory, 'index.html'), 'utf8')
  return Router().use(
    contentSecurity(page),
    sirv(directory, {
      gzip: true,
      brotli: true,
      single: true,
      maxAge: 0,
      etag: true,
      // Built files carry their content's hash in their names; the page that names them must stay fresh.
      setHeaders: (response, path) => {
        response.setHeader(
          'Cache-Control',
          path.startsWith('/static/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        )
      },
    }),
  )
}

/** Our own code alone runs: no foreign script, and of inline ones only those that the page was built with. */
function contentSecurity(page: string): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...inlineScripts(page).map(hashOf)],
        // KaTeX places its boxes by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Notes may show pictures from anywhere on the web.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Behind a proxy that ends TLS it is the proxy's to say.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}

function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(match => match[1] ?? '')
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
