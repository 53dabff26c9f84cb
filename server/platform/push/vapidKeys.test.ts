import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadVapidKeys } from './vapidKeys.ts'

const log = pino({ level: 'silent' })
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'geulmaru-keys-'))
})
afterEach(() => rm(directory, { recursive: true }))

test('creates the keys once, readable by their owner only', async () => {
  const deeper = join(directory, 'data')
  const first = await loadVapidKeys(deeper, log)
  expect(await loadVapidKeys(deeper, log)).toEqual(first)
  expect((await stat(join(deeper, 'vapid-keys'))).mode & 0o777).toBe(0o600)
})

test('a file without keys stops the startup and stays unchanged', async () => {
  const path = join(directory, 'vapid-keys')
  await writeFile(path, '{"publicKey":"')
  await expect(loadVapidKeys(directory, log)).rejects.toThrow('vapid-keys')
  expect(await readFile(path, 'utf8')).toBe('{"publicKey":"')
})
