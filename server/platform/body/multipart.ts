import { open, rm } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { Request } from 'express'
import type { FileField } from '#protocol/call.ts'
import { RequestError, storageFull } from '../errors.ts'
import { FIELDS_MAX, type Fields } from './fields.ts'
import { type UploadDirectory, UploadedFile } from './uploadedFile.ts'

export interface MultipartParts {
  /** The one file that may come; undefined for a form without files. */
  file: FileField | undefined
  /** Of all fields together, in bytes. */
  fieldsMax: number
  /** Of the whole body without its file. */
  bytesMax: number
  /**
   * Asked when the file begins, with the fields that came before it: by whom it is. Of a file for which nobody is good no
   * more is taken than `bytesMax` leaves, fields and all.
   */
  senderOf(fields: Fields): Promise<UploadSender>
  /** Takes the file when there is room for it; until then it is not read. */
  inTurn<Result>(sender: UploadSender, work: () => Promise<Result>): Promise<Result>
  directory: UploadDirectory
}

export interface UploadSender {
  /** `stranger`: not signed in, but what was said before the file was right. */
  kind: 'member' | 'stranger' | 'nobody'
  /** Whose files are counted together: the person, or the address. */
  key: string
}

/**
 * Reads a multipart form as it arrives: fields into memory; a file to disk, from where whoever calls
 * removes it. Throws a RequestError 'invalid' for what is no such form, 'tooLarge' for what is longer.
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
    else put(fields, name, value)
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => reject(new RequestError('invalid')))
  parser.on('file', (name, stream) => {
    // Without a listener an error of the stream would end the process; the parser tells of it, too.
    stream.on('error', () => undefined)
    upload = stream
    if (name !== parts.file?.field) return reject(new RequestError('invalid'))
    storing = store(stream, parts.file, fields, parts, bytes.admitFile)
    storing.catch(error => reject(asRequestError(error)))
  })

  // Not in the pipeline, whose failure would cut the line before the refusal is read.
  const brokenOff = () => {
    if (!request.complete) bytes.counter.destroy(new RequestError('invalid'))
  }
  if (request.destroyed) brokenOff()
  request.once('close', brokenOff)
  request.pipe(bytes.counter)
  try {
    await pipeline(bytes.counter, parser)
    await storing
    request.off('close', brokenOff)
    return fields
  } catch (error) {
    problem ??= asRequestError(error)
    request.unpipe(bytes.counter)
    upload?.destroy()
    await storing.catch(() => undefined)
    await removeFiles(fields)
    throw problem
  }
}

/** Deletes what a request brought along. */
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
    })
  } catch {
    // No boundary.
    throw new RequestError('invalid')
  }
}

/** Counts the whole body: its length need not be announced, and many small parts are a long one, too. */
function countBytes({ file, bytesMax }: MultipartParts) {
  let bytes = 0
  let taken = bytesMax
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > taken ? tooLarge(file) : null, chunk)
    },
  })
  return {
    counter,
    admitFile() {
      taken = bytesMax + (file?.bytesMax ?? 0)
    },
  }
}

async function store(
  stream: BusboyFileStream,
  file: FileField,
  fields: Fields,
  { senderOf, inTurn, directory }: MultipartParts,
  admitFile: () => void,
): Promise<void> {
  const sender = await senderOf(fields)
  if (sender.kind !== 'nobody') admitFile()
  const path = await directory.newPath()
  const size = await inTurn(sender, () => write(stream, path))
  if (stream.truncated) {
    await rm(path, { force: true })
    throw tooLarge(file)
  }
  // Browsers send an empty one for an input in which no file was chosen.
  if (size === 0) await rm(path, { force: true })
  else put(fields, file.field, new UploadedFile(path, size))
}

/** How many bytes there were; leaves nothing behind when they break off. */
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

/** A name that stands twice becomes a list, as in urlencoded bodies. */
function put(fields: Fields, name: string, value: unknown): void {
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

/** What goes wrong with our own files. */
const FILE_CALLS: readonly unknown[] = ['open', 'mkdir', 'mkdtemp', 'write', 'writev', 'close']

/** Whatever else happens to a body on its way is its sender's doing: it ends early, or is no form. */
function asRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT') return storageFull()
  return new RequestError(FILE_CALLS.includes(syscall) ? 'internal' : 'invalid')
}
