import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type RequestHandler, type Response, Router } from 'express'
import helmet from 'helmet'
import sirv from 'sirv'

const YEAR_S = 31_536_000

/** No screen has a dot in its path, however it is written. */
const FILE = /^\/static\/|\.|%2e/i

/** By this name the service worker keeps the page: it is given one of `pages`, and not the file. */
const PAGE = '/index.html'

const COMPRESSED = { gzip: true, brotli: true, etag: true }

/**
 * The built client, its compressed forms beside it; after its own parts those of `earlier` directories, for tabs that were
 * opened before an update. A path that names no file is left to `pages`, which are made of the
 * built page; a file that is not there is passed on. Never sirv's own `single`: its pattern for file names takes
 * exponential time.
 */
export function clientFiles(
  { directory, earlier }: { directory: string; earlier: readonly string[] },
  publicUrl: string,
  pages: (page: string, publicUrl: string) => RequestHandler,
): RequestHandler {
  const page = readFileSync(join(directory, 'index.html'), 'utf8')
  const servePage = pages(page, publicUrl)
  const files = sirv(directory, COMPRESSED)
  const earlierParts = earlier.map(release => sirv(release, COMPRESSED))
  // Without a name for the path, which would have to be decoded: not every address can be.
  return Router().get(/^/, contentSecurity(page, publicUrl), (request, response, next) => {
    const isBuilt = request.path.startsWith('/static/')
    // Built files carry their content's hash in their names; the page that names them must stay fresh.
    response.set('Cache-Control', isBuilt ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    if (!FILE.test(request.path) || request.path === PAGE) return void servePage(request, response, next)
    // Nothing here is long enough to be asked for in parts, and sirv breaks off over parts that end before they begin.
    delete request.headers.range
    response.once('pipe', file => endTogether(file, response))
    const lookIn = earlierParts.reduceRight<() => void>(
      (goOn, parts) => () => parts(request, response, goOn),
      () => next(),
    )
    files(request, response, lookIn)
  })
}

/** A file that cannot be read would end the node, and one whose receiver goes away would stay open. */
function endTogether(file: Readable, response: Response): void {
  file.once('error', () => response.destroy())
  response.once('close', () => file.destroy())
}

/** Our own code alone runs: no foreign script, and of inline ones only those that the page was built with. */
function contentSecurity(page: string, publicUrl: string): RequestHandler {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...inlineScripts(page).map(hashOf)],
      // KaTeX places its boxes by style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Notes may show pictures from anywhere on the web, encrypted; the client asks its reader first.
      imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
      // 'self' takes in the websocket, but not for Safari before 16.
      connectSrc: ["'self'", websocketOf(publicUrl)],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  })
}

function websocketOf(publicUrl: string): string {
  return new URL(publicUrl).origin.replace(/^http/, 'ws')
}

function inlineScripts(page: string): string[] {
  return [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(match => match[1] ?? '')
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
