import { expect, test } from 'vitest'
import { StartupError } from '#server/platform/startupError.ts'
import { requireVersion } from './database.ts'

test('a MongoDB that is too old is named at the start', () => {
  expect(() => requireVersion('7.0.28')).toThrow(StartupError)
  expect(() => requireVersion('7.0.28')).toThrow('7.0.28')
  for (const version of ['8.0.0', '8.2.1', '9.0.0-alpha0', '10.0.3']) requireVersion(version)
})
