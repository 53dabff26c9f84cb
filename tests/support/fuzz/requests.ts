import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Call } from '#protocol/call.ts'
import { encode, type Field } from './bodies.ts'
import type { Change, Damage, Framing, Packing, Plan } from './plans.ts'

/** A complete request, as curl would send it. */
export interface FuzzedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
  framing: Framing | null
}

/** The size of a small body after decompression: large enough to be noticed if the server decompressed it. */
const BOMB_BYTES = 30 * 1024 * 1024
const bomb = gzipSync(Buffer.alloc(BOMB_BYTES))
/** The difference between a body’s length and its Content-Length. */
const MISCOUNT_BYTES = 10

const OVERWRITTEN_BYTES = 3

/** Applies a plan to a valid input of the call. */
export function requestOf(
  plan: Plan,
  called: Call,
  input: Record<string, unknown>,
  token: string | undefined,
): FuzzedRequest {
  const right = Object.entries(input).map(([name, value]) => ({ name, value }))
  const { bytes, type } = encode(plan.changes.reduce(applyChange, right), plan.shape, plan.flaw)
  const body = compressBody(plan.damage ? applyDamage(bytes, plan.damage) : bytes, plan.packing)
  const method = plan.method ?? called.method
  const contentType = plan.type ?? type
  const headers: Record<string, string> = {
    ...(token !== undefined && { authData: token }),
    ...(contentType !== '' && { 'Content-Type': contentType }),
    ...(plan.packing !== null && { 'Content-Encoding': encodingNames[plan.packing] }),
    ...plan.headers,
  }
  return {
    method,
    path: called.path + plan.tail,
    headers,
    body,
    ...applyFraming(plan.framing, body, headers),
  }
}

function applyFraming(framing: Framing | null, { length }: Buffer, headers: Record<string, string>) {
  if (framing === 'chunked') headers['Transfer-Encoding'] = 'chunked'
  else if (framing === 'short') headers['Content-Length'] = String(Math.max(0, length - MISCOUNT_BYTES))
  else if (framing === 'long') headers['Content-Length'] = String(length + MISCOUNT_BYTES)
  else headers['Content-Length'] = String(length)
  return { framing }
}

function applyChange(fields: readonly Field[], change: Change): Field[] {
  if (change.kind === 'add') return [...fields, { name: change.name, value: change.value }]
  const place = fields.length === 0 ? 0 : change.place % fields.length
  const field = fields[place]
  if (field === undefined) return []
  const others = fields.toSpliced(place, 1)
  if (change.kind === 'drop') return others
  if (change.kind === 'rename') return [...others, { ...field, name: change.name }]
  const set = { ...field, value: change.value }
  return change.kind === 'repeat' ? [...fields, set] : fields.with(place, set)
}

function applyDamage(bytes: Buffer, damage: Damage): Buffer {
  switch (damage.kind) {
    case 'truncate':
      return bytes.subarray(0, Math.floor(damage.at * bytes.length))
    case 'overwrite': {
      const copy = Buffer.from(bytes)
      const at = Math.floor(damage.at * bytes.length)
      copy.subarray(at, at + OVERWRITTEN_BYTES).fill(0xff)
      return copy
    }
    case 'append':
      return Buffer.concat([bytes, damage.bytes])
    case 'replace':
      return Buffer.from(damage.bytes)
    case 'byteOrderMark':
      return Buffer.concat([Buffer.from('\ufeff'), bytes])
    case 'utf16':
      return Buffer.from(bytes.toString(), 'utf16le')
  }
}

const encodingNames: Record<Packing, string> = {
  gzip: 'gzip',
  deflate: 'deflate',
  br: 'br',
  gzipTwice: 'gzip, gzip',
  gzipTorn: 'gzip',
  gzipBomb: 'gzip',
  claimed: 'gzip',
  unknown: 'squeezed',
}

function compressBody(bytes: Buffer, packing: Packing | null): Buffer {
  switch (packing) {
    case 'gzip':
      return gzipSync(bytes)
    case 'deflate':
      return deflateSync(bytes)
    case 'br':
      return brotliCompressSync(bytes)
    case 'gzipTwice':
      return gzipSync(gzipSync(bytes))
    case 'gzipTorn':
      return gzipSync(bytes).subarray(0, -8)
    case 'gzipBomb':
      return bomb
    default:
      return bytes
  }
}

/** A shell command that sends the same request, with the body in a file. */
export function asCurl(origin: string, { method, path, headers }: FuzzedRequest, bodyFile: string): string {
  const args = Object.entries(headers)
    .filter(([name]) => name !== 'Content-Length')
    .map(([name, value]) => `-H ${inQuotes(`${name}: ${value}`)}`)
  return `curl -X ${method} --path-as-is ${args.join(' ')} --data-binary ${inQuotes(`@${bodyFile}`)} ${inQuotes(origin + path)}`
}

const inQuotes = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
