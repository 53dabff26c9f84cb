import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Keys that the server accepts. */
const S3_KEYS = { accessKeyId: 'test-key', secretAccessKey: 'a secret of these tests' }
const BUCKET = 'backups'
const LIST_PAGE = 2

export interface S3Server {
  url: string
  /** By key. */
  objects: Map<string, Buffer>
  /** Incomplete multipart uploads by their id. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>
  /** Called before each accepted request; an answer replaces the normal one. Of silence, only the half of a file is sent. */
  intercept: ((method: string, url: URL) => { status: number; code: string } | 'silence' | undefined) | null
  stop(): Promise<void>
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** The signature of a request by AWS Signature Version 4, computed without the library that the app uses. */
function isSigned({ method = '', headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, keyId, day = '', region = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const hash = String(headers['x-amz-content-sha256'])
  if (keyId !== S3_KEYS.accessKeyId || hash !== sha256(body)) return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const signed = names.split(';').map(name => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url.pathname, query, signed.join(''), names, hash].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${day}/${region}/s3/aws4_request`,
    sha256(canonical),
  ].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${S3_KEYS.secretAccessKey}`,
  )
  return hmac(key, text).toString('hex') === signature
}

/** The part of S3 that the app uses, in memory, with one bucket. Verifies all signatures. */
export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const uploads: S3Server['uploads'] = new Map()
  const http = createServer((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const url = new URL(request.url ?? '', 'http://localhost')
    const [, bucket, ...path] = url.pathname.split('/')
    const send = (status: number, content: Buffer | string = '', headers = {}) =>
      void response.writeHead(status, headers).end(content)
    const fail = (status: number, code: string) => send(status, `<Error><Code>${code}</Code></Error>`)
    if (!isSigned(request, url, body)) return fail(403, 'SignatureDoesNotMatch')
    if (bucket !== BUCKET) return fail(404, 'NoSuchBucket')
    const replaced = server.intercept?.(request.method ?? '', url)
    if (replaced && replaced !== 'silence') return fail(replaced.status, replaced.code)
    const key = decodeURIComponent(path.join('/'))
    if (replaced === 'silence') {
      const found = request.method === 'GET' ? objects.get(key) : undefined
      if (found) response.writeHead(200).write(found.subarray(0, found.length / 2))
      return
    }
    const query = url.searchParams
    const uploadId = query.get('uploadId')
    const upload = uploads.get(uploadId ?? '')
    if (uploadId !== null && upload?.key !== key) return fail(404, 'NoSuchUpload')
    switch (`${request.method} ${uploadId ? 'upload' : key ? 'object' : 'bucket'}`) {
      case 'PUT object':
        objects.set(key, body)
        return send(200)
      case 'POST object': {
        const id = randomUUID()
        uploads.set(id, { key, parts: new Map() })
        return send(
          200,
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        )
      }
      case 'PUT upload':
        upload?.parts.set(Number(query.get('partNumber')), body)
        return send(200, '', { ETag: `"${sha256(body)}"` })
      case 'POST upload': {
        const tags = Array.from(String(body).matchAll(/<ETag>"(\w+)"<\/ETag>/g), ([, tag]) => tag)
        const parts = [...(upload?.parts ?? [])].toSorted(([a], [b]) => a - b).map(([, part]) => part)
        if (tags.join() !== parts.map(sha256).join()) return fail(400, 'InvalidPart')
        objects.set(key, Buffer.concat(parts))
        uploads.delete(uploadId ?? '')
        return send(200, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
      }
      case 'DELETE upload':
        uploads.delete(uploadId ?? '')
        return send(204)
      case 'DELETE object':
        objects.delete(key)
        return send(204)
      case 'GET object': {
        const found = objects.get(key)
        return found ? send(200, found) : fail(404, 'NoSuchKey')
      }
      case 'GET bucket':
        return send(200, query.has('uploads') ? listUploads(query) : listObjects(query))
      default:
        return fail(405, 'MethodNotAllowed')
    }
  }

  function listUploads(query: URLSearchParams): string {
    const found = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
    return found.map(([id]) => `<Upload><UploadId>${id}</UploadId></Upload>`).join('')
  }

  function listObjects(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()]
      .filter(key => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted()
    const page = keys.slice(0, LIST_PAGE)
    const next =
      keys.length > LIST_PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return page.map(key => `<Contents><Key>${key}</Key></Contents>`).join('') + next
  }

  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const server: S3Server = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    objects,
    uploads,
    intercept: null,
    async stop() {
      const closed = once(http, 'close')
      http.close()
      http.closeAllConnections()
      await closed
    },
  }
  return server
}

export const s3Settings = (server: S3Server) => ({
  ...S3_KEYS,
  endpoint: server.url,
  region: 'us-east-1',
  bucket: BUCKET,
  prefix: 'notes/',
})
