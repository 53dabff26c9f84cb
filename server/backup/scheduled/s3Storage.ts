import { createHash } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Logger } from 'pino'
import type { S3Settings } from '#server/config.backup.ts'
import { MINUTE_MS, SECOND_MS } from '#server/platform/durations.ts'
import { settingError } from '#server/platform/startup.ts'
import { type BackupStorage, StorageError } from './backupStorage.ts'

/** In memory while it is sent. S3 takes 10,000 parts of at least 5 MB, so a backup may have 160 GB. */
const PART_BYTES = 16 * 1024 * 1024
const RETRIES = 3
/** All our names begin with it, so a list stays short in a bucket with other files. */
const NAME_START = 'geulmaru-'
/** Not 408 and 429, which a repetition may not get. */
const REJECTED = /^S3: 4(?!08|29)/

interface S3TimeLimits {
  /** To answer a request. */
  answerMs: number
  /** To answer the requests that the start and the stop of the server wait for. */
  hurryMs: number
  /** To take a part, or to join the parts. */
  partMs: number
  /** To send the next bytes of a file. */
  silenceMs: number
}
const TIME_LIMITS = {
  answerMs: 30 * SECOND_MS,
  hurryMs: 10 * SECOND_MS,
  partMs: 5 * MINUTE_MS,
  silenceMs: MINUTE_MS,
}

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
interface RequestOptions {
  query?: Record<string, string>
  body?: Buffer<ArrayBuffer> | string
  signal: AbortSignal
}
type Send = (
  method: Method,
  key: string,
  options?: Partial<RequestOptions> & { limitMs?: number },
) => Promise<{ text: string; headers: Headers }>

/** Backups in an S3-compatible storage, with addresses like https://endpoint/bucket/key. */
export function createS3Storage(
  settings: S3Settings,
  log: Logger,
  timeLimits: S3TimeLimits = TIME_LIMITS,
): BackupStorage {
  const { prefix, bucket } = settings
  const request = createRequest(settings)
  const send: Send = async (method, key, { limitMs = timeLimits.answerMs, ...options } = {}) => {
    const limit = startTimeLimit(limitMs)
    const signal = options.signal ? AbortSignal.any([options.signal, limit.signal]) : limit.signal
    try {
      const response = await request(method, key, { ...options, signal })
      const text = await response.text().catch(error => throwStorageError(error, signal))
      return { text, headers: response.headers }
    } finally {
      limit.end()
    }
  }
  const keyOf = (name: string) => prefix + name
  return {
    place: `s3://${bucket}/${prefix}`,
    async check() {
      try {
        const query = { 'list-type': '2', 'max-keys': '1', prefix }
        await send('GET', '', { query, limitMs: timeLimits.hurryMs })
      } catch (error) {
        if (error instanceof StorageError && REJECTED.test(error.message))
          throw settingError(
            'BACKUP_TO',
            `저장소가 이 버킷과 키를 받지 않아요. [${error.message}]`,
            'the storage does not accept this bucket with these keys.',
          )
        log.warn({ reason: reasonOf(error) }, 'the storage of BACKUP_TO is out of reach')
      }
    },
    create: name => createUpload(send, keyOf(name), timeLimits),
    async open(name) {
      const limit = startTimeLimit(timeLimits.silenceMs)
      try {
        const response = await request('GET', keyOf(name), limit)
        return Readable.from(bytesOf(response, limit), { objectMode: false })
      } catch (error) {
        limit.end()
        throw error
      }
    },
    async list() {
      const names = new Set<string>()
      let next: string | undefined
      do {
        const query = {
          'list-type': '2',
          prefix: keyOf(NAME_START),
          ...(next && { 'continuation-token': next }),
        }
        const { text: xml } = await send('GET', '', { query })
        for (const key of valuesIn(xml, 'Key')) names.add(key.slice(prefix.length))
        next = valuesIn(xml, 'NextContinuationToken')[0]
      } while (next !== undefined)
      return names
    },
    async remove(name) {
      const key = keyOf(name)
      const limitMs = timeLimits.hurryMs
      await send('DELETE', key, { limitMs })
      const { text: xml } = await send('GET', '', { query: { uploads: '', prefix: key }, limitMs })
      for (const uploadId of valuesIn(xml, 'UploadId'))
        await send('DELETE', key, { query: { uploadId }, limitMs })
    },
  }
}

/** Throws a StorageError unless the storage answers with success. The signal also ends the body. */
function createRequest({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })
  return async (method: Method, key: string, { query, body, signal }: RequestOptions): Promise<Response> => {
    const url = new URL(`${endpoint}/${bucket}/${key}`)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    // Signing the content lets the storage detect damage on the way.
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const response = await client
      .fetch(url.href, {
        method,
        headers: { 'X-Amz-Content-Sha256': hash },
        ...(body !== undefined && { body }),
        signal,
      })
      .catch(error => throwStorageError(error, signal))
    if (response.ok) return response
    const text = await response.text().catch(error => throwStorageError(error, signal))
    const [code = ''] = valuesIn(text, 'Code')
    throw new StorageError(`S3: ${response.status} ${/^\w{1,60}$/.test(code) ? code : ''}`.trimEnd())
  }
}

/** Aborts with a StorageError unless it is ended or restarted in time. */
function startTimeLimit(ms: number) {
  const late = new AbortController()
  const error = new StorageError(`S3: no answer within ${ms / SECOND_MS} s`)
  const timer = setTimeout(() => late.abort(error), ms)
  return { signal: late.signal, restart: () => timer.refresh(), end: () => clearTimeout(timer) }
}

async function* bytesOf({ body }: Response, limit: ReturnType<typeof startTimeLimit>) {
  try {
    for await (const bytes of (body ?? []) as ReadableStream<Uint8Array>) {
      limit.restart()
      yield bytes
    }
  } catch (error) {
    throwStorageError(error, limit.signal)
  } finally {
    limit.end()
  }
}

/** The reason of the signal if it has aborted, such as a StorageError or a shutdown. */
function throwStorageError(error: unknown, signal: AbortSignal): never {
  throw signal.aborted ? signal.reason : new StorageError(`S3: ${reasonOf(error)}`)
}

/** Sends parts while they are written. A small file is sent at once. */
function createUpload(send: Send, key: string, { partMs: limitMs, hurryMs }: S3TimeLimits): Writable {
  const stopping = new AbortController()
  const { signal } = stopping
  let parts: Buffer[] = []
  let length = 0
  let uploadId: string | null = null
  const tags: string[] = []

  async function sendPart(): Promise<void> {
    uploadId ??= await begin()
    const query = { partNumber: String(tags.length + 1), uploadId }
    const { headers } = await send('PUT', key, { query, body: takeParts(), signal, limitMs })
    tags.push(headers.get('etag') ?? '')
  }

  async function begin(): Promise<string> {
    const { text: xml } = await send('POST', key, { query: { uploads: '' }, signal })
    const [found] = valuesIn(xml, 'UploadId')
    if (found === undefined) throw new StorageError('S3: no upload id')
    return found
  }

  function takeParts(): Buffer<ArrayBuffer> {
    const body = Buffer.concat(parts)
    parts = []
    length = 0
    return body
  }

  async function complete(): Promise<void> {
    if (uploadId === null) {
      await send('PUT', key, { body: takeParts(), signal, limitMs })
      return
    }
    if (length > 0) await sendPart()
    const list = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
    const { text: answer } = await send('POST', key, { query: { uploadId }, body, signal, limitMs })
    // S3 may report a failure after it has sent status 200.
    if (answer.includes('<Error>')) throw new StorageError(`S3: ${valuesIn(answer, 'Code')[0] ?? 'error'}`)
    uploadId = null
  }

  return new Writable({
    write(bytes: Buffer, _encoding, done) {
      parts.push(bytes)
      length += bytes.length
      if (length < PART_BYTES) return done()
      sendPart().then(() => done(), done)
    },
    final(done) {
      complete().then(() => done(), done)
    },
    destroy(error, done) {
      stopping.abort()
      const aborted =
        uploadId === null
          ? Promise.resolve()
          : send('DELETE', key, { query: { uploadId }, limitMs: hurryMs }).then(() => undefined)
      // Otherwise the next run deletes the parts.
      void aborted.catch(() => undefined).then(() => done(error))
    },
  })
}

const ELEMENT = /<(Code|Key|NextContinuationToken|UploadId)>([^<]*)<\/\1>/g
type ElementName = 'Code' | 'Key' | 'NextContinuationToken' | 'UploadId'

/** The texts of the elements with a name. */
function valuesIn(xml: string, element: ElementName): string[] {
  const found = [...xml.matchAll(ELEMENT)].filter(([, name]) => name === element)
  return found.map(([, , text = '']) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

/** The code of a network error, which `fetch` hides in its cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: unknown }; message?: unknown }
  return String(cause?.code ?? message)
}
