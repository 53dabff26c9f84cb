import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPasswords, loadSecret, PASSWORD_COST } from './secrets.ts'
import { StartupError } from './startup.ts'

let directory: string
let path: string
let logLines: string[]
const log = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) })

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'geulmaru-secret-'))
  path = join(directory, 'jwt-secret')
  logLines = []
})
afterEach(() => rm(directory, { recursive: true }))

const modeOf = async () => (await stat(path)).mode & 0o777

test('creates a long key once, readable by its owner only', async () => {
  const secret = await loadSecret(directory, log)
  expect(secret).toMatch(/^[\w-]{64}$/)
  expect(await modeOf()).toBe(0o600)
  expect(await loadSecret(directory, log)).toBe(secret)
  expect(logLines).toEqual([])
})

test.each([
  ['empty', ''],
  ['of three bytes', 'abc'],
  ['too short by one', 'k'.repeat(31)],
  ['long with blanks alone', `${'k'.repeat(20)}${' \n'.repeat(20)}`],
])('rejects a file that is %s and leaves it unchanged', async (_, content) => {
  await writeFile(path, content)
  const rejected = loadSecret(directory, log)
  await expect(rejected).rejects.toThrow(StartupError)
  await expect(rejected).rejects.toThrow(`${path} 파일의 키가 비었거나 32자보다 짧아요.`)
  expect(await readFile(path, 'utf8')).toBe(content)
})

test('restricts a file that others could read, and logs it', async () => {
  const secret = 'a key that an operator wrote, long enough'
  await writeFile(path, secret)
  await chmod(path, 0o644)
  expect(await loadSecret(directory, log)).toBe(secret)
  expect(await modeOf()).toBe(0o600)
  expect(logLines).toHaveLength(1)
  expect(logLines[0]).toContain(path)
  expect(logLines[0]).not.toContain(secret)
})

const cheap = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })

test('hashes with the cost that OWASP recommends and a random salt', async () => {
  const { hash } = createPasswords(PASSWORD_COST)
  const [first, second] = await Promise.all([hash('비밀번호 1234'), hash('비밀번호 1234')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
})

test('a password matches only its own hash, in any Hangul normalization and at any cost', async () => {
  const hash = await createPasswords(PASSWORD_COST).hash('비밀번호 1234'.normalize('NFD'))
  expect(await cheap.matches(hash, '비밀번호 1234')).toBe(true)
  expect(await cheap.matches(hash, '비밀번호 1235')).toBe(false)
})

test('without a hash nothing matches, not even the placeholder password', async () => {
  expect(await cheap.matches(undefined, 'nobody has this password')).toBe(false)
})
