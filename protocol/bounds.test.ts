import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import * as events from './events.ts'
import { line, sent, text } from './fields.ts'
import { BODY_BYTES_MAX } from './limits.ts'
import { z } from './schema.ts'

/** Checks that no input of the API is unbounded. */
const modules = import.meta.glob<Record<string, unknown>>(['./*.ts', '!./*.test.ts'], { eager: true })
const calls = Object.values(modules)
  .flatMap(module => Object.values(module))
  .filter(isCall)
const socketEvents = Object.entries(events.clientEvents).map(
  ([name, { payload }]) => [name, payload] as const,
)
const handshakes = Object.entries(events).filter(([name]) => /handshakeSchema$/i.test(name))

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'request' in value
}

/** The paths of strings and lists without an upper bound. */
function findUnbounded(schema: z.core.$ZodType, way: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).flatMap(([name, field]) =>
        findUnbounded(field, `${way}.${name}`),
      )
      return def.catchall === undefined ? fields : [...fields, `${way}: whatever else is sent`]
    }
    case 'string':
      return startsWithBound(def.checks) ? [] : [`${way}: a string`]
    case 'array':
      return [
        ...(def.checks?.some(isBound) ? [] : [`${way}: a list`]),
        ...findUnbounded(def.element, `${way}[]`),
      ]
    case 'union':
      return def.options.flatMap(option => findUnbounded(option, way))
    case 'pipe':
      return [...findUnbounded(def.in, way), ...findUnboundedOutputs(def.out, way)]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return findUnbounded(def.innerType, way)
    case 'literal':
    case 'enum':
    case 'number':
    case 'boolean':
      return []
    case 'file':
      return calls.some(call => way === `${call.path}.${call.file?.field}`) ? [] : [`${way}: a file`]
    default:
      return [`${way}: ${def.type}, of which this test knows no bound`]
  }
}

/** The output of a bounded string is bounded as well, unless it is a list. */
function findUnboundedOutputs(schema: z.core.$ZodType, way: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'string' || def.type === 'transform') return []
  if (def.type === 'pipe')
    return [...findUnboundedOutputs(def.in, way), ...findUnboundedOutputs(def.out, way)]
  return findUnbounded(schema, way)
}

/** The bound must be the first check and abort the others. */
function startsWithBound(checks: readonly z.core.$ZodCheck[] = []): boolean {
  const first = checks[0]
  return first !== undefined && isBound(first) && first._zod.def.abort === true
}

function isBound(check: z.core.$ZodCheck): boolean {
  const { def } = (check as z.core.$ZodChecks)._zod
  return def.check === 'max_length' && def.maximum <= BODY_BYTES_MAX
}

test.each(calls.map(call => [call.path, call.request] as const))(
  '%s has a bound for every value',
  (path, request) => {
    expect(findUnbounded(request, path)).toEqual([])
  },
)

test.each([...socketEvents, ...handshakes])('%s has a bound for every value', (name, schema) => {
  expect(findUnbounded(schema as z.ZodType, name)).toEqual([])
})

test('checks all calls and handshakes', () => {
  expect(calls.length).toBeGreaterThan(40)
  expect(handshakes).toHaveLength(2)
})

const mistakes: Record<string, z.ZodType> = {
  'a plain string': z.string(),
  'a bound that does not end the checks': z.string().max(5).regex(/^a*$/),
  'a bound after another check': z.string().regex(/^a*$/).max(5, { abort: true }),
  'a bound after a change': z.string().trim().pipe(sent(5)),
  'a format alone': z.uuid(),
  'a bound beyond the body': sent(Number.MAX_SAFE_INTEGER),
  'a list': z.array(z.number()),
  'a list of strings': z.array(z.string()).max(5),
  'a list in a bounded string': sent(50)
    .transform(value => JSON.parse(value))
    .pipe(z.array(z.number())),
  'an optional string': z.string().optional(),
  'a string among others': z.union([z.number(), z.string()]),
  'further fields': z.looseObject({}),
  anything: z.unknown(),
  'a file that no call declares': z.file(),
}
test.each(Object.entries(mistakes))('detects %s', (_, schema) => {
  expect(findUnbounded(z.object({ field: schema }), 'call')).toEqual([expect.stringMatching(/^call\.field/)])
})

test('a text field without a literal bound does not compile', () => {
  const careless = [
    // @ts-expect-error: no bound.
    () => line('error.invalid', {}),
    // @ts-expect-error: a bound that is not a literal.
    () => text('error.invalid', { max: Number.MAX_SAFE_INTEGER }),
  ]
  expect(careless).toHaveLength(2)
})
