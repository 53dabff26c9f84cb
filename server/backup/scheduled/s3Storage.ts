import { createHash } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import type { Logger } from 'pino'
import type { S3Settings } from '#server/config.backup.ts'
import { settingError } from '#server/platform/startup.ts'
import { type BackupStorage, StorageError } from './backupStorage.ts'

/** In memory while it is sent. S3 takes 10,000 parts of at least 5 MB, so a backup may have 160 GB. */
const PART_BYTES = 16 * 1024 * 1024
const RETRIES = 3
/** All our names begin with it, so a list stays short in a bucket with other files. */
const NAME_START = 'geulmaru-'

type Send = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  key: string,
  options?: { query?: Record<string, string>; body?: Buffer<ArrayBuffer> | string; signal?: AbortSignal },
) => Promise<Response>

/** Backups in an S3-compatible storage, with addresses like https://endpoint/bucket/key. */
export function createS3Storage(settings: S3Settings, log: Logger): BackupStorage {
  const { prefix, bucket } = settings
  const send = createSend(settings)
  const keyOf = (name: string) => prefix + name
  return {
    place: `s3://${bucket}/${prefix}`,
    async check() {
      try {
        await send('GET', '', { query: { 'list-type': '2', 'max-keys': '1', prefix } })
      } catch (error) {
        if (error instanceof StorageError && error.message.startsWith('S3: 4'))
          throw settingError(
            'BACKUP_TO',
            `저장소가 이 버킷과 키를 받지 않아요. [${error.message}]`,
            'the storage does not accept this bucket with these keys.',
          )
        log.warn({ reason: reasonOf(error) }, 'the storage of BACKUP_TO is out of reach')
      }
    },
    create: name => createUpload(send, keyOf(name)),
    async open(name) {
      const { body } = await send('GET', keyOf(name))
      return Readable.fromWeb((body ?? new Blob([]).stream()) as ReadableStream)
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
        const xml = await (await send('GET', '', { query })).text()
        for (const key of valuesIn(xml, 'Key')) names.add(key.slice(prefix.length))
        next = valuesIn(xml, 'NextContinuationToken')[0]
      } while (next !== undefined)
      return names
    },
    async remove(name) {
      const key = keyOf(name)
      await send('DELETE', key)
      const xml = await (await send('GET', '', { query: { uploads: '', prefix: key } })).text()
      for (const uploadId of valuesIn(xml, 'UploadId')) await send('DELETE', key, { query: { uploadId } })
    },
  }
}

/** Throws a StorageError unless the storage answers with success. */
function createSend({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): Send {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES })
  return async (method, key, { query, body, signal } = {}) => {
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
        ...(signal && { signal }),
      })
      .catch(error => {
        if (signal?.aborted) throw error
        throw new StorageError(`S3: ${reasonOf(error)}`)
      })
    if (response.ok) return response
    const [code = ''] = valuesIn(await response.text(), 'Code')
    throw new StorageError(`S3: ${response.status} ${/^\w{1,60}$/.test(code) ? code : ''}`.trimEnd())
  }
}

/** Sends parts while they are written. A small file is sent at once. */
function createUpload(send: Send, key: string): Writable {
  const stopping = new AbortController()
  const { signal } = stopping
  let parts: Buffer[] = []
  let length = 0
  let uploadId: string | null = null
  const tags: string[] = []

  async function sendPart(): Promise<void> {
    uploadId ??= await begin()
    const query = { partNumber: String(tags.length + 1), uploadId }
    const { headers } = await send('PUT', key, { query, body: takeParts(), signal })
    tags.push(headers.get('etag') ?? '')
  }

  async function begin(): Promise<string> {
    const xml = await (await send('POST', key, { query: { uploads: '' }, signal })).text()
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
      await send('PUT', key, { body: takeParts(), signal })
      return
    }
    if (length > 0) await sendPart()
    const list = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
    const answer = await (await send('POST', key, { query: { uploadId }, body, signal })).text()
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
          : send('DELETE', key, { query: { uploadId } }).then(() => undefined)
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
