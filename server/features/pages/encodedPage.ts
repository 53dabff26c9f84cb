import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** A page in each encoding. */
export interface EncodedPage {
  forms: { br: Buffer; gzip: Buffer; identity: Buffer }
  etag: string
}

/** Compresses in the thread pool. */
export async function encodePage(html: string, quality = constants.BROTLI_MAX_QUALITY): Promise<EncodedPage> {
  const identity = Buffer.from(html)
  const [br, zipped] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    compressGzip(identity),
  ])
  const etag = `"${createHash('sha256').update(identity).digest('base64url')}"`
  return { forms: { br, gzip: zipped, identity }, etag }
}

export function sendPage(request: Request, response: Response, { forms, etag }: EncodedPage): void {
  const accepted = request.acceptsEncodings('br', 'gzip', 'identity')
  const form = accepted === 'br' || accepted === 'gzip' ? accepted : 'identity'
  if (form !== 'identity') response.set('Content-Encoding', form)
  response.vary('Accept-Encoding').set('ETag', etag).type('html')
  const isNotModified = response.statusCode === 200 && request.headers['if-none-match'] === etag
  if (isNotModified) response.status(304).end()
  else response.send(forms[form])
}
