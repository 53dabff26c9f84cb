import { expect, test } from 'vitest'
import { StartupError } from '#server/platform/startup.ts'
import { assertVersion } from './database.ts'

test('rejects a MongoDB that is too old', () => {
  expect(() => assertVersion('7.0.28')).toThrow(StartupError)
  expect(() => assertVersion('7.0.28')).toThrow('7.0.28')
  for (const version of ['8.0.0', '8.2.1', '9.0.0-alpha0', '10.0.3']) assertVersion(version)
})
