import fc from 'fast-check'
import { split } from '../split.ts'
import { type MultipartFlaw, multipartFlaws, type Shape } from './bodies.ts'
import { anyName, anyValue } from './values.ts'

/** A mutation of one field of a valid input; `place` is its index, modulo the number of fields. */
export type Change =
  | { kind: 'set' | 'repeat'; place: number; value: unknown }
  | { kind: 'drop'; place: number }
  | { kind: 'rename'; place: number; name: string }
  | { kind: 'add'; name: string; value: unknown }

/** A mutation of the bytes of a body. */
export type Damage =
  | { kind: 'truncate' | 'overwrite'; at: number }
  | { kind: 'append' | 'replace'; bytes: Uint8Array }
  | { kind: 'byteOrderMark' | 'utf16' }

const packings = ['gzip', 'deflate', 'br', 'gzipTwice', 'gzipTorn', 'gzipBomb', 'claimed', 'unknown'] as const
export type Packing = (typeof packings)[number]

/** `torn`: the caller disconnects within the body. `long`, `short`: the Content-Length is wrong. */
const framings = ['chunked', 'torn', 'long', 'short'] as const
export type Framing = (typeof framings)[number]

/** `fitting`: a user who may make the call. */
export type Asker = 'author' | 'administrator' | 'member' | 'visitor' | 'fitting'

/** One request before its numbers are known: the same seed creates the same plans. */
export interface Plan {
  /** Modulo the number of calls. */
  call: number
  asker: Asker
  shape: Shape
  flaw: MultipartFlaw
  changes: Change[]
  damage: Damage | null
  type: string | null
  packing: Packing | null
  framing: Framing | null
  headers: Record<string, string>
  method: string | null
  /** Appended to the path. */
  tail: string
}

const place = fc.nat({ max: 20 })
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('set' as const), place, value: anyValue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('repeat' as const), place, value: anyValue }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), place, name: anyName }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('add' as const), name: anyName, value: anyValue }) },
)

const bytes = fc.uint8Array({ maxLength: 300 })
const at = fc.double({ min: 0, max: 1, noNaN: true })
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constantFrom('truncate' as const, 'overwrite' as const), at }),
  fc.record({ kind: fc.constantFrom('append' as const, 'replace' as const), bytes }),
  fc.record({ kind: fc.constantFrom('byteOrderMark' as const, 'utf16' as const) }),
)

const types = fc.constantFrom(
  '',
  ...split(
    ';·text/plain·application/octet-stream·application/json;·application/json; charset=x',
    'application/json; charset=utf-16·application/json; charset=utf-7·application/json, text/plain',
    'application/vnd.api+json·application/x-www-form-urlencoded; charset=utf-16',
    'application/x-www-form-urlencoded; charset=iso-8859-1',
    'application/x-www-form-urlencoded; charset=x·multipart/·multipart/form-data',
    'multipart/form-data; boundary=·multipart/form-data; boundary="',
    'multipart/form-data; boundary=a b',
  ),
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  ...split(
    'multipart/form-data; boundary=edge; charset=utf-16·MULTIPART/FORM-DATA; BOUNDARY=edge',
    'multipart/mixed·multipart/mixed; boundary=edge·multipart/related; boundary=edge',
    'multipart/form-data, application/json; boundary=edge',
  ),
)

const headers = fc.constantFrom<Record<string, string>>(
  { authData: 'a.b.c' },
  { authData: '{"$ne":null}' },
  { authData: 'x'.repeat(8_000) },
  { authData: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' },
  { Authorization: 'Bearer' },
  { Authorization: 'Bearer \u00e9' },
  { 'Accept-Language': '*;q=x' },
  { 'Accept-Language': 'en'.repeat(2_000) },
  { 'User-Agent': '' },
  { 'User-Agent': `Mozilla/5.0 ${'('.repeat(3_000)}` },
  { 'X-Forwarded-For': '1.2.3.4, ::1, x' },
  { 'X-Forwarded-Host': 'a b' },
  { Expect: '100-continue' },
  { Range: 'bytes=0-' },
  { Cookie: '__proto__=1; a' },
  { Origin: 'null' },
  { Host: 'a:b:c' },
)

const tails = fc.constantFrom(
  ...split(
    '/·//·?·?a=1·?__proto__[x]=1&constructor[prototype][y]=1·?authToken[$ne]=1',
    '?authToken=a&authToken=b·?%ff=%zz&%',
  ),
  `?${'a=1&'.repeat(1_500)}`,
  '%00',
  '%2e%2e/',
  ';x=1',
  '/../x',
  '%ff',
)

const rarely = <Thing>(arbitrary: fc.Arbitrary<Thing>, outOf: number): fc.Arbitrary<Thing | null> =>
  fc.oneof({ weight: outOf - 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })

/** Mostly with one mutation, so that requests get past the first check. */
export const plans: fc.Arbitrary<Plan> = fc.record({
  call: fc.nat({ max: 100_000 }),
  asker: fc.oneof(
    { weight: 6, arbitrary: fc.constant('fitting' as const) },
    { weight: 1, arbitrary: fc.constantFrom<Asker[]>('author', 'administrator', 'member', 'visitor') },
  ),
  shape: fc.constantFrom<Shape[]>('json', 'urlencoded', 'multipart'),
  flaw: fc.oneof(
    { weight: 6, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...multipartFlaws) },
  ),
  changes: fc.oneof(
    { weight: 6, arbitrary: fc.array(change, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(change, { minLength: 2, maxLength: 5 }) },
    { weight: 1, arbitrary: fc.constant<Change[]>([]) },
  ),
  damage: rarely(damage, 8),
  type: rarely(types, 10),
  packing: rarely(fc.constantFrom(...packings), 12),
  framing: rarely(fc.constantFrom(...framings), 10),
  headers: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers }),
  method: rarely(fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'), 15),
  tail: fc.oneof({ weight: 14, arbitrary: fc.constant('') }, { weight: 1, arbitrary: tails }),
})
