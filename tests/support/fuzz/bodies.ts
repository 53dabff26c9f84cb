import { RawJson, SentFile } from './values.ts'

export interface Field {
  name: string
  value: unknown
}
export type Shape = 'json' | 'urlencoded' | 'multipart'
export interface Body {
  bytes: Buffer
  type: string
}

/** The ways in which a multipart body can be malformed. */
export const multipartFlaws = [
  'none',
  'otherBoundary',
  'unclosed',
  'bareLineFeeds',
  'nameless',
  'otherCharset',
  'encoded',
  'longHeader',
  'nested',
  'manyParts',
  'preamble',
] as const
export type MultipartFlaw = (typeof multipartFlaws)[number]

const BOUNDARY = 'edge'

export function encode(fields: readonly Field[], shape: Shape, flaw: MultipartFlaw): Body {
  if (shape === 'json') return { bytes: Buffer.from(jsonOf(fields)), type: 'application/json' }
  if (shape === 'multipart')
    return { bytes: multipartOf(fields, flaw), type: `multipart/form-data; boundary=${BOUNDARY}` }
  const pairs = fields.map(({ name, value }) => `${percentEncoded(name)}=${percentEncoded(formText(value))}`)
  return { bytes: Buffer.from(pairs.join('&')), type: 'application/x-www-form-urlencoded' }
}

/** Serialized by hand, so that a field can occur twice. */
function jsonOf(fields: readonly Field[]): string {
  const members = fields.map(({ name, value }) => {
    const sent = value instanceof SentFile ? value.bytes.toString('base64') : value
    return `${JSON.stringify(name)}:${sent instanceof RawJson ? sent.text : (JSON.stringify(sent) ?? 'null')}`
  })
  return `{${members.join(',')}}`
}

function formText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof RawJson) return value.text
  if (value instanceof SentFile) return value.bytes.toString('latin1')
  return JSON.stringify(value) ?? ''
}

const percentEncoded = (text: string) => encodeURIComponent(text.toWellFormed())

function multipartOf(fields: readonly Field[], flaw: MultipartFlaw): Buffer {
  const sent = flaw === 'manyParts' ? Array.from({ length: 60 }, () => fields).flat() : fields
  const parts = sent.flatMap(field => [
    Buffer.from(`--${BOUNDARY}\r\n`),
    partOf(field, flaw),
    Buffer.from('\r\n'),
  ])
  const whole = Buffer.concat([
    Buffer.from(flaw === 'preamble' ? 'before\r\n' : ''),
    ...parts,
    Buffer.from(flaw === 'unclosed' ? '' : `--${BOUNDARY}--\r\n`),
  ])
  if (flaw === 'bareLineFeeds')
    return Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  if (flaw === 'otherBoundary')
    return Buffer.from(whole.toString('latin1').replaceAll(`--${BOUNDARY}`, '--other'), 'latin1')
  return whole
}

function partOf({ name, value }: Field, flaw: MultipartFlaw): Buffer {
  const inQuotes = name.replaceAll('"', '%22').replaceAll('\n', '%0A')
  const isFile = value instanceof SentFile
  const headers = [
    `Content-Disposition: form-data${flaw === 'nameless' ? '' : `; name="${inQuotes}"`}${
      isFile ? `; filename="${value.name}"` : ''
    }`,
    ...(isFile ? [`Content-Type: ${value.type}`] : []),
    ...(flaw === 'otherCharset' ? ['Content-Type: text/plain; charset=utf-16'] : []),
    ...(flaw === 'encoded' ? ['Content-Transfer-Encoding: base64'] : []),
    ...(flaw === 'longHeader' ? [`X-Long: ${'x'.repeat(20_000)}`] : []),
    ...(flaw === 'nested' ? [`Content-Type: multipart/mixed; boundary=${BOUNDARY}`] : []),
  ]
  const content = isFile ? value.bytes : Buffer.from(formText(value))
  return Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n\r\n`), content])
}
