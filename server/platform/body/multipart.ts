import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { Request } from 'express'
import type { FileField } from '#protocol/call.ts'
import { RequestError, storageFull } from '#server/platform/errors.ts'

export interface MultipartParts {
  /** The expected file; undefined for a form without files. */
  file: FileField | undefined
  /** Total size of all fields, in bytes. */
  fieldsMax: number
  /** Size of the body without the file. */
  bytesMax: number
  /**
   * Called at the start of the file with the fields before it. A rejected upload is cut off at `bytesMax` for the
   * whole body.
   */
  senderOf(fields: Fields): Promise<UploadSender>
  /** Runs `work` when an upload slot is free; until then the file is not read. */
  limitUpload<Result>(sender: UploadSender, work: () => Promise<Result>): Promise<Result>
  directory: UploadDirectory
}

export interface UploadSender {
  /** `anonymous`: not signed in, but the fields before the file are valid. `rejected`: neither. */
  kind: 'member' | 'anonymous' | 'rejected'
  /** Key for concurrency limits: the user, or the address. */
  key: string
}

/**
 * Parses a multipart form as it arrives: fields into memory, a file to disk. The caller removes the file. Throws a
 * RequestError: 'invalid' for a malformed form, 'tooLarge' for an oversized one.
 */
export async function readMultipart(request: Request, parts: MultipartParts): Promise<Fields> {
  const fields: Fields = {}
  const parser = parserOf(request, parts)
  const bytes = countBytes(parts)
  let upload: Readable | undefined
  let storing: Promise<void> = Promise.resolve()
  let problem: RequestError | undefined
  const reject = (error: RequestError) => {
    problem ??= error
    parser.destroy(error)
  }

  let fieldBytes = 0
  parser.on('field', (name, value, isNameTruncated, isTruncated) => {
    fieldBytes += Buffer.byteLength(value)
    if (isTruncated || fieldBytes > parts.fieldsMax) reject(new RequestError('tooLarge'))
    else if (isNameTruncated || name === undefined) reject(new RequestError('invalid'))
    else addField(fields, name, value)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => reject(new RequestError('invalid')))
  parser.on('file', (name, stream) => {
    // Without a listener an error of the stream would crash the process; the parser reports it as well.
    stream.on('error', () => undefined)
    upload = stream
    if (name !== parts.file?.field) return reject(new RequestError('invalid'))
    storing = store(stream, parts.file, fields, parts, bytes.admitFile)
    storing.catch(error => reject(toUploadError(error)))
  })

  // Not part of the pipeline: its failure would close the connection before the client reads the response.
  const onAbort = () => {
    if (!request.complete) bytes.counter.destroy(new RequestError('invalid'))
  }
  if (request.destroyed) onAbort()
  request.once('close', onAbort)
  request.pipe(bytes.counter)
  try {
    await pipeline(bytes.counter, parser)
    await storing
    request.off('close', onAbort)
    return fields
  } catch (error) {
    problem ??= toUploadError(error)
    request.unpipe(bytes.counter)
    upload?.destroy()
    await storing.catch(() => undefined)
    await removeFiles(fields)
    throw problem
  }
}

/** Deletes the uploaded files of a request. */
export async function removeFiles(fields: Fields): Promise<void> {
  for (const value of Object.values(fields))
    if (value instanceof UploadedFile) await rm(value.path, { force: true })
}

function parserOf(request: Request, { file, fieldsMax }: MultipartParts): BusboyInstance {
  const limits = {
    fieldNameSize: 100,
    fieldSize: fieldsMax,
    fields: FIELDS_MAX,
    parts: FIELDS_MAX + 1,
    headerPairs: 20,
    headerSize: 4 * 1024,
    ...(file ? { files: 1, fileSize: file.bytesMax } : { files: 0 }),
  }
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.get('Content-Type') ?? '' },
      limits,
      highWaterMark: BUFFERED_BYTES,
      fileHwm: BUFFERED_BYTES,
    })
  } catch {
    // The boundary is missing.
    throw new RequestError('invalid')
  }
}

/**
 * How much each stream reads ahead. While the sender of a file is checked they are filled, and together must stay below the limit of a
 * body. Node.js 24 would read four times as much.
 */
const BUFFERED_BYTES = 16 * 1024

/** Limits the whole body, which may have no Content-Length and many small parts. */
function countBytes({ file, bytesMax }: MultipartParts) {
  let bytes = 0
  let limit = bytesMax
  const counter = new Transform({
    highWaterMark: BUFFERED_BYTES,
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > limit ? tooLarge(file) : null, chunk)
    },
  })
  return {
    counter,
    admitFile() {
      limit = bytesMax + (file?.bytesMax ?? 0)
    },
  }
}

async function store(
  stream: BusboyFileStream,
  file: FileField,
  fields: Fields,
  { senderOf, limitUpload, directory }: MultipartParts,
  admitFile: () => void,
): Promise<void> {
  const sender = await senderOf(fields)
  if (sender.kind !== 'rejected') admitFile()
  const path = await directory.newPath()
  const size = await limitUpload(sender, () => write(stream, path))
  if (stream.truncated) {
    await rm(path, { force: true })
    throw tooLarge(file)
  }
  // Browsers send an empty file if none was chosen.
  if (size === 0) await rm(path, { force: true })
  else addField(fields, file.field, new UploadedFile(path, size))
}

/** Returns the size; removes the file if the upload breaks off. */
async function write(stream: Readable, path: string): Promise<number> {
  const written = await open(path, 'wx', 0o600)
  let size = 0
  const measure = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      size += chunk.length
      yield chunk
    }
  }
  try {
    await pipeline(stream, measure, written.createWriteStream())
    return size
  } catch (error) {
    await written.close().catch(() => undefined)
    await rm(path, { force: true })
    throw error
  }
}

/** A repeated name becomes a list, as in urlencoded bodies. */
function addField(fields: Fields, name: string, value: unknown): void {
  const before = Object.hasOwn(fields, name) ? [fields[name]].flat() : undefined
  Object.defineProperty(fields, name, {
    value: before ? [...before, value] : value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

function tooLarge(file: FileField | undefined): RequestError {
  return new RequestError('tooLarge', file && { sentence: file.tooLarge, field: file.field })
}

/** System calls on our own files. */
const FILE_CALLS: readonly unknown[] = ['open', 'mkdir', 'mkdtemp', 'write', 'writev', 'close']

/** Any other failure is the client's: an aborted body, or a malformed form. */
function toUploadError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT') return storageFull()
  return new RequestError(FILE_CALLS.includes(syscall) ? 'internal' : 'invalid')
}

/** Unparsed fields of a request by name; a file is an UploadedFile. */
export type Fields = Record<string, unknown>

/** Maximum number of fields in one body. */
export const FIELDS_MAX = 40

/** An uploaded file. Its bytes are on disk until the response is sent. */
class UploadedFile extends File {
  readonly path: string

  /** @param size in bytes. */
  constructor(path: string, size: number) {
    super([], '')
    this.path = path
    Object.defineProperty(this, 'size', { value: size })
  }
}

/** Path of an uploaded file. */
export function pathOf(file: File): string {
  if (!(file instanceof UploadedFile)) throw new Error('this file did not come with a request')
  return file.path
}

/** Temporary directory of this process, created by the first upload. */
export function createUploadDirectory() {
  let made: Promise<string> | undefined
  return {
    async newPath(): Promise<string> {
      made ??= mkdtemp(join(tmpdir(), 'geulmaru-uploads-'))
      const directory = await made.catch(error => {
        // The next upload tries again; the disk may have been full.
        made = undefined
        throw error
      })
      // The operating system may have deleted an old temporary directory.
      await mkdir(directory, { recursive: true, mode: 0o700 })
      return join(directory, randomUUID())
    },
    async remove(): Promise<void> {
      const directory = await made?.catch(() => undefined)
      if (directory !== undefined) await rm(directory, { recursive: true, force: true })
    },
  }
}

type UploadDirectory = ReturnType<typeof createUploadDirectory>
