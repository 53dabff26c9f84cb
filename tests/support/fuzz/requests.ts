import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Call } from '#protocol/call.ts'
import { encode, type Field } from './bodies.ts'
import type { Change, Damage, Framing, Packing, Plan } from './plans.ts'

/** All that is sent, as curl would send it. */
export interface FuzzedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
  framing: Framing | null
}

/** What a small body may become when it is unpacked: enough to be noticed, had it been. */
const BOMB_BYTES = 30 * 1024 * 1024
const bomb = gzipSync(Buffer.alloc(BOMB_BYTES))
/** How much longer or shorter a body is than its Content-Length says. */
const MISCOUNT_BYTES = 10

const OVERWRITTEN_BYTES = 3

/** Carries a plan out on an input that is right for the call. */
export function requestOf(
  plan: Plan,
  called: Call,
  input: Record<string, unknown>,
  token: string | undefined,
): FuzzedRequest {
  const right = Object.entries(input).map(([name, value]) => ({ name, value }))
  const { bytes, type } = encode(plan.changes.reduce(changed, right), plan.shape, plan.flaw)
  const body = packed(plan.damage ? damaged(bytes, plan.damage) : bytes, plan.packing)
  const method = plan.method ?? called.method
  const contentType = plan.type ?? type
  const headers: Record<string, string> = {
    ...(token !== undefined && { authData: token }),
    ...(contentType !== '' && { 'Content-Type': contentType }),
    ...(plan.packing !== null && { 'Content-Encoding': encodingNames[plan.packing] }),
    ...plan.headers,
  }
  return { method, path: called.path + plan.tail, headers, body, ...framed(plan.framing, body, headers) }
}

function framed(framing: Framing | null, { length }: Buffer, headers: Record<string, string>) {
  if (framing === 'chunked') headers['Transfer-Encoding'] = 'chunked'
  else if (framing === 'short') headers['Content-Length'] = String(Math.max(0, length - MISCOUNT_BYTES))
  else if (framing === 'long') headers['Content-Length'] = String(length + MISCOUNT_BYTES)
  else headers['Content-Length'] = String(length)
  return { framing }
}

function changed(fields: readonly Field[], change: Change): Field[] {
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

function damaged(bytes: Buffer, damage: Damage): Buffer {
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

function packed(bytes: Buffer, packing: Packing | null): Buffer {
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

/** A line for a shell that sends the same, with the body in a file. */
export function asCurl(origin: string, { method, path, headers }: FuzzedRequest, bodyFile: string): string {
  const words = Object.entries(headers)
    .filter(([name]) => name !== 'Content-Length')
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return `curl -X ${method} --path-as-is ${words.join(' ')} --data-binary ${quoted(`@${bodyFile}`)} ${quoted(origin + path)}`
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
