import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type RequestHandler, type Response, Router } from 'express'
import helmet from 'helmet'
import type { Logger } from 'pino'
import sirv from 'sirv'
import { DIAGRAM_PAGE } from '#protocol/markdown/fence.rules.ts'
import { YEAR_S } from '#server/platform/durations.ts'

/** Paths of screens contain no dot, in any encoding. */
const FILE = /^\/static\/|\.|%2e/i

/** The service worker caches the page under this name; it gets a rendered page, not the file. */
const PAGE = '/index.html'

/** The style sheets of all screens. The client loads them with its first screen. */
const SCREEN_STYLES = /^(shell|styles)-[^.]+[.]css$/

export interface BuiltPage {
  /** The built page, with an empty root element. */
  page: string
  /** The style sheets of the built page, and those of all screens. A rendered page contains the rules that it uses. */
  styles: { page: readonly StyleFile[]; screens: readonly StyleFile[] }
}

export interface StyleFile {
  href: string
  css: string
}

const COMPRESSED = {
  gzip: true,
  brotli: true,
  etag: true,
  // sirv does not know this type.
  setHeaders(response: ServerResponse, path: string) {
    if (path.endsWith('.ico')) response.setHeader('Content-Type', 'image/vnd.microsoft.icon')
  },
}

/**
 * Serves the built client with its precompressed files, then the assets of earlier releases, for tabs opened before an
 * update. Paths that name no file are rendered by `pages` from the built page; missing files go to the next handler.
 * Never use sirv's `single`: its pattern for file names takes exponential time.
 */
export function clientFiles(
  { directory, previousDirectories }: { directory: string; previousDirectories: readonly string[] },
  publicUrl: string,
  pages: (built: BuiltPage) => RequestHandler,
): RequestHandler {
  const page = readFileSync(join(directory, 'index.html'), 'utf8')
  const servePage = pages({ page, styles: readStyles(directory, page) })
  const files = sirv(directory, COMPRESSED)
  const previousFiles = previousDirectories.map(release => sirv(release, COMPRESSED))
  // Without a named parameter, because Express would decode the path, and not every path can be decoded.
  const pageSecurity = contentSecurity(page, publicUrl)
  const security: RequestHandler = (request, response, next) =>
    request.path === DIAGRAM_PAGE ? setDiagramHeaders(response, next) : pageSecurity(request, response, next)
  return Router().get(/^/, security, (request, response, next) => {
    const isBuilt = request.path.startsWith('/static/')
    // Built files have content hashes in their names; the page that names them must be revalidated.
    response.set('Cache-Control', isBuilt ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    if (!FILE.test(request.path) || request.path === PAGE) return servePage(request, response, next)
    // No file here needs range requests, and sirv fails on ranges that end before they begin.
    delete request.headers.range
    response.once('pipe', file => linkLifetimes(file, response))
    const servePrevious = previousFiles.reduceRight<() => void>(
      (goOn, parts) => () => parts(request, response, goOn),
      () => next(),
    )
    files(request, response, servePrevious)
  })
}

function readStyles(directory: string, page: string): BuiltPage['styles'] {
  const folder = join(directory, 'static/css')
  if (!existsSync(folder)) return { page: [], screens: [] }
  const names = readdirSync(folder).filter(name => name.endsWith('.css'))
  const read = (isWanted: (name: string) => boolean) =>
    names.filter(isWanted).map(name => ({
      href: `/static/css/${name}`,
      css: readFileSync(join(folder, name), 'utf8'),
    }))
  return {
    page: read(name => page.includes(`/static/css/${name}"`)),
    screens: read(name => SCREEN_STYLES.test(name)),
  }
}

/** An unhandled read error would crash the node, and the file of a closed response would stay open. */
function linkLifetimes(file: Readable, response: Response): void {
  file.once('error', () => response.destroy())
  response.once('close', () => file.destroy())
}

/** Allows only our own scripts, and the inline scripts of the built page. */
function contentSecurity(page: string, publicUrl: string): RequestHandler {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...inlineScripts(page).map(hashOf)],
      // KaTeX positions boxes with style attributes.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Notes may embed HTTPS pictures from any site; the client asks the reader first.
      imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
      // Safari before 16 does not include WebSockets in 'self'.
      connectSrc: ["'self'", websocketOf(publicUrl)],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  })
}

/**
 * The page of diagrams has no origin, wherever it is opened, and only our own pages may frame it. Its own policy, in the page, allows
 * no script but the one of its release; this one is for all releases.
 */
function setDiagramHeaders(response: Response, next: () => void): void {
  const policy = [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ]
  response.set({ 'Content-Security-Policy': policy.join(';'), 'X-Frame-Options': 'SAMEORIGIN' })
  next()
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

/** How many earlier releases are kept, and for how long after they were replaced. */
const RELEASES_MAX = 2
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

const NAME_LENGTH = 22
const TEMP_SUFFIX = '.coming'

interface Release {
  directory: string
  /** End of use, stored as the modification time of the directory. */
  usedUntil: Date
}

/**
 * Copies the built client's assets to the data directory and returns the directories of earlier releases, newest first:
 * a tab opened before an update may request an asset of its release weeks later. Never throws; without disk space the
 * server starts without earlier assets.
 */
export async function savePreviousAssets(
  { clientDirectory, dataDir, now }: { clientDirectory: string; dataDir: string; now: Date },
  log: Logger,
): Promise<string[]> {
  const assetsDirectory = join(dataDir, 'parts')
  try {
    await mkdir(assetsDirectory, { recursive: true })
    const name = await releaseNameOf(clientDirectory)
    const [last] = await listReleases(assetsDirectory)
    const currentDirectory = join(assetsDirectory, name)
    if (last?.directory !== currentDirectory) {
      // It was in use until now.
      if (last) await utimes(last.directory, now, now)
      await copyAtomically(clientDirectory, currentDirectory)
    }
    // The current release must sort before the previous one.
    await utimes(currentDirectory, now, new Date(now.getTime() + 1000))
    const previousReleases = (await listReleases(assetsDirectory)).filter(
      ({ directory }) => directory !== currentDirectory,
    )
    const oldest = now.getTime() - MAX_AGE_MS
    const recentReleases = previousReleases
      .slice(0, RELEASES_MAX)
      .filter(({ usedUntil }) => usedUntil.getTime() > oldest)
    for (const { directory } of previousReleases)
      if (!recentReleases.some(release => release.directory === directory))
        await rm(directory, { recursive: true })
    return recentReleases.map(({ directory }) => directory)
  } catch (error) {
    log.warn({ err: error }, 'previous assets were not saved')
    return []
  }
}

/** The hash of the page identifies a release, because the page names all assets. */
async function releaseNameOf(clientDirectory: string): Promise<string> {
  const page = await readFile(join(clientDirectory, 'index.html'))
  return createHash('sha256').update(page).digest('base64url').slice(0, NAME_LENGTH)
}

/** Most recently used first. */
async function listReleases(kept: string): Promise<Release[]> {
  const names = (await readdir(kept)).filter(name => !name.endsWith(TEMP_SUFFIX))
  const releases = names.map(async name => {
    const directory = join(kept, name)
    return { directory, usedUntil: (await stat(directory)).mtime }
  })
  return (await Promise.all(releases)).sort((a, b) => b.usedUntil.getTime() - a.usedUntil.getTime())
}

/** Replaces leftovers of a crash. */
async function copyAtomically(clientDirectory: string, directory: string): Promise<void> {
  const tempDirectory = directory + TEMP_SUFFIX
  for (const left of [tempDirectory, directory]) await rm(left, { recursive: true, force: true })
  await cp(join(clientDirectory, 'static'), join(tempDirectory, 'static'), { recursive: true })
  await rename(tempDirectory, directory)
}
