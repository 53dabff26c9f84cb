import { afterEach, expect, test, vi } from 'vitest'
import { z } from '#protocol/schema.ts'
import { makeRequestKey } from './requestKey.ts'

afterEach(() => void vi.unstubAllGlobals())

test('creates UUIDs on insecure origins', () => {
  vi.stubGlobal('isSecureContext', false)
  const keys = [makeRequestKey(), makeRequestKey()]
  for (const key of keys) expect(z.uuidv4().safeParse(key).success).toBe(true)
  expect(new Set(keys).size).toBe(2)
})
