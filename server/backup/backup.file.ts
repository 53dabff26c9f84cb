import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import mongoose from 'mongoose'
import { z } from 'zod'
import { StartupError } from '#server/platform/startup.ts'
import { type IncludedCollection, includedCollections } from './backup.collections.ts'

/**
 * A backup is a gzip stream of frames: one letter and one BSON document, which begins with its length. `H` is the
 * header, `K` the optional keys, `C` names a collection, `D` is one of its documents, `E` ends the file with the counts
 * per collection and the SHA-256 of all frames before it. Without a valid `E` the file is truncated or damaged.
 */
export const { BSON } = mongoose.mongo
export const FILE_VERSION = 1

type Letter = 'H' | 'C' | 'D' | 'K' | 'E'

const header = z.object({
  format: z.literal('geulmaru-backup'),
  version: z.number(),
  /** Product version, for display. */
  app: z.string().regex(/^[\w.+-]{1,40}$/),
  /** Release and migrations as in `server/platform/mongo/installation.ts`. */
  release: z.number(),
  migrated: z.array(z.number()),
  at: z.date(),
})
export type Header = z.infer<typeof header>
const collectionFrame = z.object({ name: z.enum(includedCollections) })
const keysFrame = z.object({
  jwtSecret: z.string(),
  vapidKeys: z.object({ publicKey: z.string(), privateKey: z.string() }),
})
export type Keys = z.infer<typeof keysFrame>
const endFrame = z.object({ counts: z.record(z.string(), z.number()), sha256: z.string() })

/** MongoDB's maximum document size in bytes, plus some overhead. */
const DOCUMENT_BYTES_MAX = 16 * 1024 * 1024 + 16 * 1024
const DOCUMENT_BYTES_MIN = 5
/** Keys with a special meaning for the database, its driver or JavaScript. */
const FORBIDDEN_KEY = /^\$|\.|^(__proto__|constructor|prototype|_bsontype)$/
const DEPTH_MAX = 20

/** @param body a document, or a serialized one. */
export function frame(letter: Letter, body: object | Buffer): Buffer {
  return Buffer.concat([Buffer.from(letter, 'latin1'), Buffer.isBuffer(body) ? body : BSON.serialize(body)])
}

/** Callbacks for the frames of a file, in file order. Values keep their BSON types: an Int32 stays one. */
export interface Reader {
  header?(header: Header): void
  keys?(keys: Keys): void
  document?(
    collection: IncludedCollection,
    document: Record<string, unknown>,
    bytes: number,
  ): Promise<void> | void
}

/** Reads a whole file. Throws a StartupError if it is not a complete backup. */
export async function readBackup(path: string, reader: Reader): Promise<Record<string, number>> {
  try {
    return (await readBackupStream(createReadStream(path), reader)).counts
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') throw new StartupError(`${path} 파일이 없어요. (There is no such file.)`)
    if (code === 'EACCES' || code === 'EISDIR')
      throw new StartupError(`${path} 파일을 읽을 수 없어요. (It cannot be read: ${code})`)
    throw error
  }
}

interface ReadBackup {
  counts: Record<string, number>
  /** Size of the compressed backup. */
  bytes: number
}

/** Reads a whole backup from a stream. Throws a StartupError if it is not complete. */
export async function readBackupStream(
  compressed: Readable,
  reader: Reader,
  signal?: AbortSignal,
): Promise<ReadBackup> {
  let counts: Record<string, number> | null = null
  let failure: unknown = null
  let bytes = 0
  async function* counted(parts: AsyncIterable<Buffer>) {
    for await (const part of parts) {
      bytes += part.length
      yield part
    }
  }
  const gunzip = createGunzip()
  try {
    await pipeline(
      compressed,
      counted,
      gunzip,
      async source => {
        counts = await readFrames(source, reader).catch(error => {
          failure = error
          throw error
        })
      },
      { signal },
    )
    // Gunzip silently ignores zeros after the end of the stream.
    if (gunzip.bytesWritten !== bytes) throw damagedError()
  } catch (ended) {
    // A stream may report an abort before the other one reports the cause.
    const error = isAborted(failure) ? ended : (failure ?? ended)
    if (signal?.aborted || error instanceof StartupError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // Errors of zlib.
    if (code.startsWith('Z_')) throw damagedError()
    // Without another cause: the gzip stream is followed by other data.
    if (isAborted(error)) throw damagedError()
    throw error
  }
  if (counts === null) throw damagedError()
  return { counts, bytes }
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'

async function readFrames(source: AsyncIterable<Buffer>, reader: Reader): Promise<Record<string, number>> {
  const sha256 = createHash('sha256')
  const counts: Record<string, number> = {}
  let collection: IncludedCollection | null = null
  let hasHeader = false
  let end: z.infer<typeof endFrame> | null = null

  async function handleFrame(letter: string, body: Buffer): Promise<void> {
    if (end !== null || hasHeader === (letter === 'H')) throw damagedError()
    switch (letter) {
      case 'H':
        hasHeader = true
        return reader.header?.(assertVersion(parseFrame(header, body)))
      case 'C':
        collection = parseFrame(collectionFrame, body).name
        counts[collection] ??= 0
        return
      case 'D':
        if (collection === null) throw damagedError()
        counts[collection] = (counts[collection] ?? 0) + 1
        return handleDocument(collection, body)
      case 'K':
        return reader.keys?.(parseFrame(keysFrame, body))
      case 'E':
        end = parseFrame(endFrame, body)
        return
      default:
        throw damagedError()
    }
  }

  /** Validates the document even without a callback. */
  async function handleDocument(collection: IncludedCollection, body: Buffer): Promise<void> {
    const document = parseDocument(body)
    await reader.document?.(collection, document, body.length)
  }

  await forEachFrame(source, sha256, handleFrame)
  const found = end as z.infer<typeof endFrame> | null
  const isComplete =
    found !== null && found.sha256 === sha256.digest('hex') && sameCounts(found.counts, counts)
  if (!isComplete) throw damagedError()
  return counts
}

/** Hashes all frames but the last. */
async function forEachFrame(
  source: AsyncIterable<Buffer>,
  sha256: Hash,
  onFrame: (letter: string, body: Buffer) => Promise<void>,
): Promise<void> {
  let parts: Buffer[] = []
  let length = 0
  let needed = 1 + DOCUMENT_BYTES_MIN
  for await (const part of source) {
    parts.push(part)
    length += part.length
    if (length < needed) continue
    let bytes = Buffer.concat(parts)
    for (;;) {
      needed = 1 + DOCUMENT_BYTES_MIN
      if (bytes.length < needed) break
      const size = bytes.readInt32LE(1)
      if (size < DOCUMENT_BYTES_MIN || size > DOCUMENT_BYTES_MAX) throw damagedError()
      needed = 1 + size
      if (bytes.length < needed) break
      const letter = bytes.toString('latin1', 0, 1)
      if (letter !== 'E') sha256.update(bytes.subarray(0, needed))
      await onFrame(letter, bytes.subarray(1, needed))
      bytes = bytes.subarray(needed)
    }
    parts = [bytes]
    length = bytes.length
  }
  if (length > 0) throw damagedError()
}

function parseFrame<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  try {
    return schema.parse(BSON.deserialize(body))
  } catch {
    throw damagedError()
  }
}

function assertVersion(found: Header): Header {
  if (found.version === FILE_VERSION) return found
  throw new StartupError(
    `다른 형식의 백업이에요. 그 백업을 만든 글마루 ${found.app} 이상에서 되돌려 주세요. (A backup of another format: ${found.version}, and not ${FILE_VERSION}.)`,
  )
}

function parseDocument(body: Buffer): Record<string, unknown> {
  try {
    const document = BSON.deserialize(body, { promoteValues: false, promoteBuffers: false })
    assertPlain(document, 0)
    return document
  } catch {
    throw damagedError()
  }
}

/** Our documents contain no such keys, no such depth and no code. */
function assertPlain(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > DEPTH_MAX || value instanceof BSON.Code || value instanceof BSON.DBRef) throw damagedError()
  // BSON values such as numbers and IDs have their own prototype; plain documents have this one.
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value) && FORBIDDEN_KEY.test(key)) throw damagedError()
    assertPlain(part, depth + 1)
  }
}

export function sameCounts(one: Record<string, number>, other: Record<string, number>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every(name => one[name] === other[name])
}

function damagedError(): StartupError {
  return new StartupError(
    '글마루의 백업이 아니거나, 잘렸거나 망가진 파일이에요. 아무것도 바꾸지 않았어요. (No backup of ours, or cut off or damaged; nothing was changed.)',
  )
}
