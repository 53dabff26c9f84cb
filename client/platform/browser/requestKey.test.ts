import { afterEach, expect, test, vi } from 'vitest'
import { z } from '#protocol/schema.ts'
import { makeRequestKey } from './requestKey.ts'

afterEach(() => void vi.unstubAllGlobals())

test('creates UUIDs without crypto.randomUUID', () => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const keys = [makeRequestKey(), makeRequestKey()]
  for (const key of keys) expect(z.uuidv4().safeParse(key).success).toBe(true)
  expect(new Set(keys).size).toBe(2)
})
