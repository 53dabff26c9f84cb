import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'

/** The headers that the response to a read depends on. */
const VARY = 'authData, Authorization, Accept-Language'

/**
 * Sets the ETag of a read. Returns whether the client has this body already. Not `request.fresh`, which is false for the
 * `Cache-Control: no-cache` that `fetch` adds to conditional requests.
 */
export function isUnchanged(request: Request, response: Response, body: string | Buffer): boolean {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  response.set({ 'Cache-Control': 'private, no-cache', ETag: etag })
  response.vary(VARY)
  const known = (request.get('If-None-Match') ?? '').split(',').map(one => one.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
