import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { secretIn } from './secret.ts'
import { StartupError } from './startupError.ts'

let directory: string
let path: string
let said: string[]
const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'geulmaru-secret-'))
  path = join(directory, 'jwt-secret')
  said = []
})
afterEach(() => rm(directory, { recursive: true }))

const modeOf = async () => (await stat(path)).mode & 0o777

test('is made once, long, for its owner alone', async () => {
  const secret = await secretIn(directory, log)
  expect(secret).toMatch(/^[\w-]{64}$/)
  expect(await modeOf()).toBe(0o600)
  expect(await secretIn(directory, log)).toBe(secret)
  expect(said).toEqual([])
})

test.each([
  ['empty', ''],
  ['of three bytes', 'abc'],
  ['too short by one', 'k'.repeat(31)],
  ['long with blanks alone', `${'k'.repeat(20)}${' \n'.repeat(20)}`],
])('a file that is %s is refused, and left as it is', async (_, content) => {
  await writeFile(path, content)
  const rejected = secretIn(directory, log)
  await expect(rejected).rejects.toThrow(StartupError)
  await expect(rejected).rejects.toThrow(`${path} 파일의 키가 비었거나 32자보다 짧아요.`)
  expect(await readFile(path, 'utf8')).toBe(content)
})

test('a file that others could read is closed to them, and that is said', async () => {
  const secret = 'a key that an operator wrote, long enough'
  await writeFile(path, secret)
  await chmod(path, 0o644)
  expect(await secretIn(directory, log)).toBe(secret)
  expect(await modeOf()).toBe(0o600)
  expect(said).toHaveLength(1)
  expect(said[0]).toContain(path)
  expect(said[0]).not.toContain(secret)
})
