import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import mongoose from 'mongoose'
import { z } from 'zod'
import { StartupError } from '#server/platform/startupError.ts'
import { type BackedUp, backedUp } from './backup.collections.ts'

/**
 * A backup is gzip around frames: a letter, and a document in BSON, which begins with its length. `H` the header, `K` the keys
 * if they were asked for, for each collection `C` with its name and `D` for each of its documents, and at last `E` with how many
 * documents there are of each collection and the SHA-256 of all frames before. Without a right `E` it is cut off or damaged.
 */
export const { BSON } = mongoose.mongo
export const FILE_VERSION = 1

type Letter = 'H' | 'C' | 'D' | 'K' | 'E'

const header = z.object({
  format: z.literal('geulmaru-backup'),
  version: z.number(),
  /** Of the product, for people. */
  app: z.string().regex(/^[\w.+-]{1,40}$/),
  /** Who may read what is stored: as in `server/platform/mongo/migrations.ts`. */
  release: z.number(),
  migrated: z.array(z.number()),
  at: z.date(),
})
export type Header = z.infer<typeof header>
const collectionFrame = z.object({ name: z.enum(backedUp) })
const keysFrame = z.object({
  jwtSecret: z.string(),
  vapidKeys: z.object({ publicKey: z.string(), privateKey: z.string() }),
})
export type Keys = z.infer<typeof keysFrame>
const endFrame = z.object({ counts: z.record(z.string(), z.number()), sha256: z.string() })

/** MongoDB's own bound for a document, in bytes, and some more for what wraps it. */
const DOCUMENT_BYTES_MAX = 16 * 1024 * 1024 + 16 * 1024
const DOCUMENT_BYTES_MIN = 5
/** Nobody's: keys that mean something else than a field, to the database, its driver or JavaScript. */
const FORBIDDEN_KEY = /^\$|\.|^(__proto__|constructor|prototype|_bsontype)$/
const DEPTH_MAX = 20

/** A frame as bytes. `body`: a document, or the bytes of one. */
export function frame(letter: Letter, body: object | Buffer): Buffer {
  return Buffer.concat([Buffer.from(letter, 'latin1'), Buffer.isBuffer(body) ? body : BSON.serialize(body)])
}

/** What restoring hears of a file, in its order. Types are those of the database: an Int32 comes back as one. */
export interface Reader {
  header?(header: Header): void
  keys?(keys: Keys): void
  document?(collection: BackedUp, document: Record<string, unknown>, bytes: number): Promise<void> | void
}

/** Reads all of it, in little memory. Throws StartError with one sentence when it is not a whole backup of ours. */
export async function readBackup(path: string, reader: Reader): Promise<Record<string, number>> {
  let counts: Record<string, number> | null = null
  let failure: unknown = null
  try {
    const { size } = await stat(path)
    const gunzip = createGunzip()
    await pipeline(createReadStream(path), gunzip, async source => {
      counts = await readFrames(source, reader).catch(error => {
        failure = error
        throw error
      })
    })
    // Zeros after its end are left unread, and nothing says so.
    if (gunzip.bytesWritten !== size) throw damaged()
  } catch (ended) {
    // Of the streams one may say that it was ended before the other says why.
    const error = isAborted(failure) ? ended : (failure ?? ended)
    if (error instanceof StartupError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') throw new StartupError(`${path} 파일이 없어요. (There is no such file.)`)
    if (code === 'EACCES' || code === 'EISDIR')
      throw new StartupError(`${path} 파일을 읽을 수 없어요. (It cannot be read: ${code})`)
    // Of gzip.
    if (code.startsWith('Z_')) throw damaged()
    // Nothing else says why: what was read to its end was followed by something that is no gzip.
    if (isAborted(error)) throw damaged()
    throw error
  }
  if (counts === null) throw damaged()
  return counts
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'

async function readFrames(source: AsyncIterable<Buffer>, reader: Reader): Promise<Record<string, number>> {
  const sha256 = createHash('sha256')
  const counts: Record<string, number> = {}
  let at: BackedUp | null = null
  let isBegun = false
  let end: z.infer<typeof endFrame> | null = null

  async function take(letter: string, body: Buffer): Promise<void> {
    if (end !== null || isBegun === (letter === 'H')) throw damaged()
    switch (letter) {
      case 'H':
        isBegun = true
        return reader.header?.(readable(parsed(header, body)))
      case 'C':
        at = parsed(collectionFrame, body).name
        counts[at] ??= 0
        return
      case 'D':
        if (at === null) throw damaged()
        counts[at] = (counts[at] ?? 0) + 1
        return takeDocument(at, body)
      case 'K':
        return reader.keys?.(parsed(keysFrame, body))
      case 'E':
        end = parsed(endFrame, body)
        return
      default:
        throw damaged()
    }
  }

  /** Looked at even where nobody takes it. */
  async function takeDocument(collection: BackedUp, body: Buffer): Promise<void> {
    const document = documentIn(body)
    await reader.document?.(collection, document, body.length)
  }

  await eachFrame(source, sha256, take)
  const found = end as z.infer<typeof endFrame> | null
  const isWhole = found !== null && found.sha256 === sha256.digest('hex') && sameCounts(found.counts, counts)
  if (!isWhole) throw damaged()
  return counts
}

/** All frames but the last one are taken into the hash. */
async function eachFrame(
  source: AsyncIterable<Buffer>,
  sha256: Hash,
  take: (letter: string, body: Buffer) => Promise<void>,
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
      if (size < DOCUMENT_BYTES_MIN || size > DOCUMENT_BYTES_MAX) throw damaged()
      needed = 1 + size
      if (bytes.length < needed) break
      const letter = bytes.toString('latin1', 0, 1)
      if (letter !== 'E') sha256.update(bytes.subarray(0, needed))
      await take(letter, bytes.subarray(1, needed))
      bytes = bytes.subarray(needed)
    }
    parts = [bytes]
    length = bytes.length
  }
  if (length > 0) throw damaged()
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.output<Schema> {
  try {
    return schema.parse(BSON.deserialize(body))
  } catch {
    throw damaged()
  }
}

function readable(found: Header): Header {
  if (found.version === FILE_VERSION) return found
  throw new StartupError(
    `다른 형식의 백업이에요. 그 백업을 만든 글마루 ${found.app} 이상에서 되돌려 주세요. (A backup of another format: ${found.version}, and not ${FILE_VERSION}.)`,
  )
}

function documentIn(body: Buffer): Record<string, unknown> {
  try {
    const document = BSON.deserialize(body, { promoteValues: false, promoteBuffers: false })
    requirePlain(document, 0)
    return document
  } catch {
    throw damaged()
  }
}

/** No field of ours has such a name, lies so deep, or is code. */
function requirePlain(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > DEPTH_MAX || value instanceof BSON.Code || value instanceof BSON.DBRef) throw damaged()
  // A value of the database's, as a number or an id; whatever came as a document has no other prototype than this.
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return
  for (const [key, part] of Object.entries(value)) {
    if (!Array.isArray(value) && FORBIDDEN_KEY.test(key)) throw damaged()
    requirePlain(part, depth + 1)
  }
}

function sameCounts(one: Record<string, number>, other: Record<string, number>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every(name => one[name] === other[name])
}

function damaged(): StartupError {
  return new StartupError(
    '글마루의 백업이 아니거나, 잘렸거나 망가진 파일이에요. 아무것도 바꾸지 않았어요. (No backup of ours, or cut off or damaged; nothing was changed.)',
  )
}
